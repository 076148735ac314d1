import { Sandbox } from '@heddle/sandbox';
import { EngineSandbox } from './engine-sandbox';

describe('EngineSandbox', () => {
  const sandbox = new Sandbox({ maxQueuedPerOwner: 1 });
  afterAll(() => sandbox.close());

  it('runs jobs of the engine', async () => {
    const port = new EngineSandbox(sandbox, 'workspace a');
    const result = await port.run({ kind: 'expression', source: 'a + 1', input: { a: 1 } });
    expect(result).toEqual({ value: 2, logs: [] });
  });

  it('gives up a job when its run is stopped', async () => {
    const port = new EngineSandbox(sandbox, 'workspace a');
    const controller = new AbortController();
    const source = 'function main() { for (;;); }';
    const running = port.run({ kind: 'code', language: 'javascript', source, input: {} }, controller.signal);
    controller.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
  });

  it('counts jobs by workspace', async () => {
    const fresh = new Sandbox({ maxQueuedPerOwner: 1 });
    const job = { kind: 'regex', pattern: 'a', text: 'a' } as const;
    const [first, second, other] = await Promise.allSettled([
      new EngineSandbox(fresh, 'a').run(job),
      new EngineSandbox(fresh, 'a').run(job),
      new EngineSandbox(fresh, 'b').run(job),
    ]);
    fresh.close();
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'SANDBOX_BUSY' } });
    expect(other.status).toBe('fulfilled');
  });
});
