import { createRunId, idWithinRun } from './run-id';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([78])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('createRunId', () => {
  it('makes ids of version 7 that sort by time and never repeat', () => {
    const ids = [1_000, 2_000, 1_700_000_000_000, 1_800_000_000_000].map((now) => createRunId(now));
    expect([...ids].sort()).toEqual(ids);
    expect(ids.map((id) => UUID.exec(id)?.[1])).toEqual(['7', '7', '7', '7']);
    expect(new Set(Array.from({ length: 1_000 }, () => createRunId(5))).size).toBe(1_000);
  });
});

describe('idWithinRun', () => {
  it('gives the same id for the same purpose, and another for another', () => {
    const run = createRunId();
    expect(idWithinRun(run, 'a')).toBe(idWithinRun(run, 'a'));
    expect(idWithinRun(run, 'a')).not.toBe(idWithinRun(run, 'b'));
    expect(UUID.exec(idWithinRun(run, 'a'))?.[1]).toBe('8');
  });
});
