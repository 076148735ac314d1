import type { DataSource } from 'typeorm';
import type { ModelCall } from '../../adapters/models/model-directory';
import type { ModelTarget } from '../../adapters/models/model-target';
import { UsageCounters } from './usage-counters';

const call = (instanceId: string | undefined, more: Partial<ModelCall> = {}): ModelCall => ({
  workspaceId: 'w',
  target: { model: 'gpt', ...(instanceId === undefined ? {} : { instanceId }) } as ModelTarget,
  type: 'llm',
  promptTokens: 10,
  completionTokens: 5,
  cost: 0.5,
  firstTokenMs: 100,
  totalMs: 200,
  ...more,
});

describe('UsageCounters', () => {
  const written: unknown[][] = [];
  let isAway = false;
  const runner = {
    connect: () => Promise.resolve(),
    startTransaction: () => Promise.resolve(),
    commitTransaction: () => Promise.resolve(),
    rollbackTransaction: () => Promise.resolve(),
    release: () => Promise.resolve(),
    isTransactionActive: false,
    manager: {
      query: (_sql: string, columns: unknown[][]) => {
        if (isAway) return Promise.reject(new Error('the database is away'));
        written.push(columns);
        return Promise.resolve([]);
      },
    },
  };
  const counters = new UsageCounters({ createQueryRunner: () => runner } as unknown as DataSource);

  it('adds up calls of one model in one row, and writes none twice or not at all', async () => {
    counters.count(call('a'));
    counters.count(call('a', { firstTokenMs: null, error: { code: 'X', message: '' } }));
    isAway = true;
    const failing = counters.flush();
    counters.count(call('a'));
    await expect(failing).rejects.toThrow('away');
    counters.count(call(undefined));
    isAway = false;
    await counters.flush();
    await counters.flush();
    expect(written).toHaveLength(1);
    const [, , ids, names, ...sums] = written[0] ?? [];
    expect([ids, names]).toEqual([
      ['a', null],
      ['gpt', 'gpt'],
    ]);
    expect(sums).toEqual([
      [3, 1],
      [1, 0],
      [30, 10],
      [15, 5],
      [1.5, 0.5],
      [2, 1],
      [200, 100],
    ]);
  });
});
