import { describe, expect, it } from 'vitest';
import { applyRunEvents, idleRun, type WireRunEvent } from './run-state';
import { traceRows, type TraceView } from './trace-rows';

const event = (seq: number, type: string, nodeId: string, at: number, elapsed = 0): WireRunEvent => ({
  run_id: 'r',
  seq,
  type,
  at,
  node_id: nodeId,
  attempt: 1,
  data: { elapsed_ms: elapsed, outputs: {}, handle: 'source' },
});

const view: TraceView = { now: 0, toggled: new Set(), isCall: (type) => type === 'subflow' };

describe('the trace', () => {
  it('lays nodes out on the line of the run', () => {
    const state = applyRunEvents(idleRun, [
      event(1, 'node.started', 'a', 1_000),
      event(2, 'node.finished', 'a', 1_100, 100),
      event(3, 'node.skipped', 'b', 1_100),
      event(4, 'node.started', 'c', 1_100),
    ]);
    const rows = traceRows(state, { ...view, now: 1_400 });
    expect(rows.map(({ run }) => run?.nodeId)).toEqual(['a', 'b', 'c']);
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
    for (const { bar } of traceRows(state, { ...view, now: 5_000 })) {
      expect((bar?.start ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual(1);
    }
  });
});

describe('the trace of containers', () => {
  const inside = (seq: number, type: string, nodeId: string, path: (string | number)[]): WireRunEvent => ({
    ...event(seq, type, nodeId, seq * 10, 5),
    path,
  });
  const call = (seq: number): WireRunEvent => ({
    ...event(seq, 'node.started', 'sub', seq * 10),
    data: { title: 'Sub', node_type: 'subflow' },
  });
  const state = applyRunEvents(idleRun, [
    event(1, 'node.started', 'each', 10),
    inside(2, 'node.finished', 'x', ['each', 1]),
    inside(3, 'node.finished', 'x', ['each', 0]),
    inside(4, 'node.failed', 'y', ['each', 1]),
    inside(5, 'node.finished', 'each', ['each', 1]),
    call(6),
    inside(7, 'node.finished', 'other', ['sub', 0]),
  ]);
  const shown = (toggled: readonly string[]): string[] =>
    traceRows(state, { ...view, now: 100, toggled: new Set(toggled) }).map(
      ({ run, frameIndex, depth }) => `${'-'.repeat(depth)}${run?.nodeId ?? `#${frameIndex}`}`,
    );

  it('nests items in the order of the list, opens the failed ones, and follows calls directly', () => {
    expect(shown([])).toEqual(['each', '-#0', '-#1', '--x', '--y', 'sub', '-other']);
  });

  it('opens and closes what was clicked', () => {
    expect(shown(['frame:each/0'])).toContain('--x');
    expect(shown(['each', 'sub'])).toEqual(['each', 'sub']);
  });

  it('gives an item the state of its nodes', () => {
    const items = traceRows(state, view).filter(({ run }) => run === null);
    expect(items.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });
});
