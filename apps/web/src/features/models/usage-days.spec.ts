import { describe, expect, it } from 'vitest';
import { scaleTop, usageDays, usageOf, usedModels } from './usage-days';

const item = (day: string, model: string, extra: object = {}) => ({
  day,
  model_id: model === 'settings' ? null : model,
  model_name: model,
  requests: 2,
  failures: 1,
  prompt_tokens: 10,
  completion_tokens: 5,
  cost: 0.5,
  first_token_ms: 100,
  ...extra,
});
const now = Date.parse('2026-12-03T00:30:00Z');
const items = [
  item('2026-12-01', 'a'),
  item('2026-12-03', 'a'),
  item('2026-12-03', 'settings', { requests: 6, first_token_ms: 500 }),
  item('2026-11-01', 'settings', { requests: 1, first_token_ms: null }),
];

describe('the use of models over time', () => {
  it('adds the models of a day up and keeps days without use', () => {
    const days = usageDays(items, { days: 3, now });
    expect(days.map(({ day, requests }) => [day, requests])).toEqual([
      ['2026-12-01', 2],
      ['2026-12-02', 0],
      ['2026-12-03', 8],
    ]);
    expect(days[2]).toMatchObject({ tokens: 30, cost: 1, failures: 2, firstTokenMs: 400 });
  });

  it('tells models apart, also those without an id', () => {
    expect(usedModels(items)).toEqual([
      { key: 'name:settings', name: 'settings' },
      { key: 'a', name: 'a' },
    ]);
    expect(usageOf(items, 'name:settings')).toHaveLength(2);
  });

  it('ends the scale at a round number that everything fits under', () => {
    expect([0, 7, 130, 0.004, 1_000].map(scaleTop)).toEqual([1, 10, 200, 0.005, 1_000]);
  });
});
