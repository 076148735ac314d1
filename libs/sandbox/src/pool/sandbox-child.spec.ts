import { readFileSync } from 'node:fs';
import { SandboxChild } from './sandbox-child';
import type { ChildReady } from './sandbox-child';

const start = (): Promise<{ child: SandboxChild; ready: ChildReady; gone: Promise<void> }> =>
  new Promise((resolve) => {
    let announceGone: () => void = () => undefined;
    const gone = new Promise<void>((settle) => {
      announceGone = settle;
    });
    new SandboxChild(
      { engine: 'auto', memoryMb: 64 },
      {
        ready: (child, ready) => resolve({ child, ready, gone }),
        gone: () => announceGone(),
      },
    );
  });

const job = (
  body: string,
): {
  header: { kind: string; source: string; limits: { timeoutMs: number; memoryMb: number } };
  payload: string;
} => ({
  header: {
    kind: 'code',
    source: `function main() { ${body} }`,
    limits: { timeoutMs: 60_000, memoryMb: 64 },
  },
  payload: '{}',
});

describe('SandboxChild', () => {
  it('answers a job and then ends when told to', async () => {
    const { child, gone } = await start();
    const outcome = await child.run(job('return { a: 1 };')).outcome;
    expect(outcome).toEqual({ kind: 'value', text: '{"a":1}', logs: [] });
    child.kill('stopped');
    await gone;
  });

  it('answers a job with the reason for which the process is killed', async () => {
    const { child, gone } = await start();
    const run = child.run(job('for (;;);'));
    run.kill('memory');
    expect(await run.outcome).toEqual({ kind: 'limit', limit: 'memory' });
    await gone;
  });

  it('spares the next job when an earlier one is given up late', async () => {
    const { child, gone } = await start();
    const first = child.run(job('return {};'));
    await first.outcome;
    const second = child.run(job('return { b: 2 };'));
    first.kill('stopped');
    expect(await second.outcome).toMatchObject({ text: '{"b":2}' });
    child.kill('stopped');
    await gone;
  });

  it('tells how much memory it holds, where the system says so', async () => {
    const { child, gone } = await start();
    const hasProc = (() => {
      try {
        return readFileSync('/proc/self/statm', 'utf8') !== '';
      } catch {
        return false;
      }
    })();
    expect(child.residentBytes() > 0).toBe(hasProc);
    child.kill('stopped');
    await gone;
  });
});
