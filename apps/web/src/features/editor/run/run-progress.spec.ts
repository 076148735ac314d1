import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@heddle/model';
import { sampleCatalogue, sampleFlow } from '../testing/sample-flow';
import { showRun } from './run-progress';
import { applyRunEvents, idleRun, type WireRunEvent } from './run-state';

let seq = 0;
function event(
  type: string,
  nodeId: string,
  path?: (string | number)[],
  more: JsonObject = {},
): WireRunEvent {
  seq += 1;
  const base = { type, run_id: 'r', seq, at: seq, node_id: nodeId, attempt: 1 };
  const data = {
    outputs: {},
    handle: 'source',
    elapsed_ms: 1,
    policy: 'fail',
    error: { code: 'X', message: '' },
    ...more,
  };
  return path ? { ...base, path, data } : { ...base, data };
}
const ran = (nodeId: string, path?: (string | number)[], end = 'node.finished'): WireRunEvent[] => [
  event('node.started', nodeId, path),
  event(end, nodeId, path),
];

const flow = sampleFlow(['each:each', 'each/x', 'x_outside'], []);
const progressOf = (events: readonly WireRunEvent[]) =>
  showRun(applyRunEvents(idleRun, events), flow, sampleCatalogue).progress;

describe('the progress of containers', () => {
  it('counts the items that are done, of those that there are, and the failed ones', () => {
    const started = event('node.started', 'each', undefined, { frames: 5 });
    const events = [
      started,
      ...ran('x', ['each', 0]),
      ...ran('x', ['each', 1], 'node.failed'),
      event('node.started', 'x', ['each', 2]),
    ];
    expect(progressOf(events).get('each')).toEqual({ done: 2, total: 5, failed: 1 });
    expect(progressOf(events).get('x')).toEqual({ done: 2, total: null, failed: 1 });
    const ended = [...events, event('node.finished', 'x', ['each', 2]), event('node.finished', 'each')];
    expect(progressOf(ended).get('each')?.done).toBe(3);
  });

  it('knows how far a long list has come, of which only some items are told', () => {
    const started = event('node.started', 'each', undefined, { frames: 5_000 });
    const events = [
      started,
      ...ran('x', ['each', 0]),
      ...ran('x', ['each', 41]),
      ...ran('x', ['each', 1_204]),
    ];
    expect(progressOf(events).get('each')).toEqual({ done: 1_204, total: 5_000, failed: 0 });
    expect(progressOf(events).has('x')).toBe(false);
    const ended = [...events, event('node.finished', 'each', undefined, { frames: 5_000 })];
    expect(progressOf(ended).get('each')).toEqual({ done: 5_000, total: 5_000, failed: 0 });
  });

  it('never takes the nodes of a called flow for those of this one', () => {
    const state = applyRunEvents(idleRun, ran('x_outside', ['call', 0]));
    expect(showRun(state, flow, sampleCatalogue).runs.size).toBe(0);
  });
});
