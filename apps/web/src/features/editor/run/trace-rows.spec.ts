import { describe, expect, it } from 'vitest';
import { applyRunEvents, idleRun, type WireRunEvent } from './run-state';
import { traceRows } from './trace-rows';

const event = (seq: number, type: string, nodeId: string, at: number, elapsed = 0): WireRunEvent => ({
  run_id: 'r',
  seq,
  type,
  at,
  node_id: nodeId,
  attempt: 1,
  data: { elapsed_ms: elapsed, outputs: {}, handle: 'source' },
});

describe('the trace', () => {
  it('lays nodes out on the line of the run', () => {
    const state = applyRunEvents(idleRun, [
      event(1, 'node.started', 'a', 1_000),
      event(2, 'node.finished', 'a', 1_100, 100),
      event(3, 'node.skipped', 'b', 1_100),
      event(4, 'node.started', 'c', 1_100),
    ]);
    const rows = traceRows(state, 1_400);
    expect(rows.map(({ run }) => run.nodeId)).toEqual(['a', 'b', 'c']);
    expect(rows[0]?.bar).toEqual({ start: 0, width: 0.25 });
    expect(rows[1]?.bar).toBeNull();
    expect(rows[2]?.bar).toEqual({ start: 0.25, width: 0.75 });
  });

  it('keeps bars inside the line however short a node was', () => {
    const state = applyRunEvents(idleRun, [
      event(1, 'node.started', 'a', 0),
      event(2, 'node.finished', 'a', 1_000, 1_000),
      event(3, 'node.started', 'b', 1_000),
      event(4, 'node.finished', 'b', 1_000, 0),
    ]);
    for (const { bar } of traceRows(state, 5_000)) {
      expect((bar?.start ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual(1);
    }
  });
});
