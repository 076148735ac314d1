import { Sandbox, type CodeJob } from '@heddle/sandbox';
import childProcess, { type ChildProcess } from 'node:child_process';
import { eventually } from './support/eventually';

jest.setTimeout(300_000);

const ABORTS = 50;
const SETTLED_MS = 10_000;

const code = (source: string): CodeJob => ({
  kind: 'code',
  language: 'javascript',
  source,
  input: {},
  limits: { timeoutMs: 60_000 },
});
const HEALTHY = code('function main() { return { fine: true }; }');
const ENDLESS = code('function main() { for (;;); }');

describe('a sandbox whose process aborts with every job of somebody', () => {
  const started: ChildProcess[] = [];
  const spawn = childProcess.spawn;
  let sandbox: Sandbox;

  beforeAll(() => {
    jest.spyOn(childProcess, 'spawn').mockImplementation(((...given: Parameters<typeof spawn>) => {
      const child = spawn(...given);
      started.push(child);
      return child;
    }) as typeof spawn);
    // One process, so that everybody depends on the one that aborts.
    sandbox = new Sandbox({ maxChildren: 1 });
  });
  afterAll(() => {
    sandbox.close();
    jest.restoreAllMocks();
  });

  it('says so each time, and has another one ready at once for the others', async () => {
    await sandbox.run(HEALTHY, { owner: 'neighbour' });
    const before = sandbox.status().state;
    for (let count = 0; count < ABORTS; count += 1) {
      const hostile = sandbox.run(ENDLESS, { owner: 'hostile' });
      await eventually(
        () => sandbox.status().busy,
        (busy) => busy === 1,
        SETTLED_MS,
      );
      started.at(-1)?.kill('SIGABRT');
      await expect(hostile).rejects.toMatchObject({ code: 'CODE_OUT_OF_MEMORY' });
    }
    // The next one has been started without a pause, as after starts that failed: it is ready when the machine is.
    expect(started).toHaveLength(ABORTS + 1);
    const within = AbortSignal.timeout(SETTLED_MS);
    const healthy = sandbox.run(HEALTHY, { owner: 'neighbour', signal: within });
    await expect(healthy).resolves.toEqual({ value: { fine: true }, logs: [] });
    expect(sandbox.status().state).toBe(before);
  });
});
