import { setInterval } from 'node:timers/promises';
import { Sandbox } from './sandbox';
import type { CodeJob } from './jobs';

const code = (source: string, timeoutMs = 5_000): CodeJob => ({
  kind: 'code',
  language: 'javascript',
  source,
  input: {},
  limits: { timeoutMs },
});

const QUICK = code('function main() { return {}; }');
const ENDLESS = code('function main() { for (;;); }', 60_000);

async function until(isTrue: () => boolean): Promise<void> {
  for await (const _ of setInterval(5)) if (isTrue()) return;
}

describe('the pool of a sandbox', () => {
  const open: Sandbox[] = [];
  const create = (options: ConstructorParameters<typeof Sandbox>[0] = {}): Sandbox => {
    const sandbox = new Sandbox(options);
    open.push(sandbox);
    return sandbox;
  };
  afterEach(() => {
    for (const sandbox of open.splice(0)) sandbox.close();
  });

  it('starts nothing before it is needed', () => {
    const nothing = { state: 'idle', children: 0, busy: 0, queued: 0 };
    const { python, ...javascript } = create().status();
    expect(javascript).toEqual(nothing);
    expect(python).toMatchObject({ children: 0, busy: 0, queued: 0 });
  });

  it('kills a running job when its caller gives up', async () => {
    const sandbox = create({ maxChildren: 1 });
    const controller = new AbortController();
    const running = sandbox.run(ENDLESS, { signal: controller.signal });
    await sandbox.prewarm();
    controller.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    await expect(sandbox.run(QUICK)).resolves.toMatchObject({ value: {} });
  });

  it('forgets a waiting job when its caller gives up', async () => {
    const sandbox = create({ maxChildren: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const running = sandbox.run(ENDLESS, { signal: first.signal });
    await sandbox.prewarm();
    const waiting = sandbox.run(QUICK, { signal: second.signal });
    second.abort(new Error('never mind'));
    await expect(waiting).rejects.toThrow('never mind');
    expect(sandbox.status()).toMatchObject({ queued: 0, busy: 1 });
    first.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  it('refuses a job whose caller has given up already', async () => {
    const sandbox = create();
    await expect(sandbox.run(QUICK, { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow(
      'late',
    );
    expect(sandbox.status().children).toBe(0);
  });

  it('bounds the queue, of one owner and of all', async () => {
    const sandbox = create({ maxQueued: 3, maxQueuedPerOwner: 2 });
    const jobs = [sandbox.run(QUICK, { owner: 'a' }), sandbox.run(QUICK, { owner: 'a' })];
    await expect(sandbox.run(QUICK, { owner: 'a' })).rejects.toMatchObject({
      code: 'SANDBOX_BUSY',
      isRetryable: true,
    });
    jobs.push(sandbox.run(QUICK, { owner: 'b' }));
    await expect(sandbox.run(QUICK, { owner: 'c' })).rejects.toMatchObject({ code: 'SANDBOX_BUSY' });
    await expect(Promise.all(jobs)).resolves.toHaveLength(3);
  });

  it('replaces a process after its share of jobs', async () => {
    const sandbox = create({ maxChildren: 1, jobsPerChild: 2 });
    for (let i = 0; i < 5; i += 1) await expect(sandbox.run(QUICK)).resolves.toMatchObject({ value: {} });
  });

  it('answers every waiting and running job when it is closed', async () => {
    const sandbox = create({ maxChildren: 1 });
    const endings = Promise.allSettled([sandbox.run(ENDLESS), sandbox.run(QUICK)]);
    await sandbox.prewarm();
    sandbox.close();
    expect(await endings).toMatchObject([
      { status: 'rejected', reason: { code: 'SANDBOX_UNAVAILABLE' } },
      { status: 'rejected', reason: { code: 'SANDBOX_UNAVAILABLE' } },
    ]);
    await expect(sandbox.run(QUICK)).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
  });

  it('lets the last process go after its rest, and starts another when there is work', async () => {
    const sandbox = create({ idleMs: 10, restMs: 50 });
    await sandbox.run(QUICK);
    await until(() => sandbox.status().children === 0);
    await expect(sandbox.run(QUICK)).resolves.toMatchObject({ value: {} });
  });

  it('keeps the asked number of processes ready while others work', async () => {
    const sandbox = create({ spares: 1 });
    const controller = new AbortController();
    const running = sandbox.run(ENDLESS, { signal: controller.signal });
    await until(() => sandbox.status().busy === 1);
    expect(sandbox.status().children).toBe(2);
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  it('starts the first process alone where it prepares what the others use', async () => {
    const sandbox = create({ startsAlone: true });
    const jobs = ['a', 'b', 'c'].map((owner) => sandbox.run(QUICK, { owner }));
    await until(() => sandbox.status().queued === 3);
    expect(sandbox.status().children).toBe(1);
    await expect(Promise.all(jobs)).resolves.toHaveLength(3);
  });

  it('gives up on processes that are not ready in time', async () => {
    const sandbox = create({ startMs: 1 });
    await expect(sandbox.run(QUICK)).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
    expect(sandbox.status()).toMatchObject({ state: 'down' });
  });

  it('refuses input that no heap could hold', async () => {
    const job = { ...QUICK, input: { text: 'x'.repeat(21_000_000) } };
    await expect(create().run(job)).rejects.toMatchObject({ code: 'CODE_OUT_OF_MEMORY' });
  });

  it('takes megabytes in and out', async () => {
    const job = { ...code('const main = (input) => input'), input: { text: '你'.repeat(1_000_000) } };
    await expect(create().run(job)).resolves.toEqual({ value: job.input, logs: [] });
  });
});
