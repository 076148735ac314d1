import type { NodeExecution } from '@heddle/contracts';

/** Where a node's bar lies on the run's line of time, as shares of it. */
export interface TimelineBar {
  readonly start: number;
  readonly width: number;
}

/** Narrowest bar, so that quick nodes can be seen. */
const MIN_WIDTH = 0.006;

/** Places each node that ran on a common line; nodes that never started have no bar. */
export function timelineBars(
  nodes: readonly Pick<NodeExecution, 'id' | 'started_at' | 'elapsed_ms'>[],
  now: number,
): ReadonlyMap<string, TimelineBar> {
  const spans = nodes.flatMap((node) => {
    if (node.started_at === null) return [];
    const start = Date.parse(node.started_at);
    return [{ id: node.id, start, end: node.elapsed_ms === null ? now : start + node.elapsed_ms }];
  });
  if (spans.length === 0) return new Map();
  const first = Math.min(...spans.map((span) => span.start));
  const length = Math.max(1, Math.max(...spans.map((span) => span.end)) - first);
  return new Map(
    spans.map(({ id, start, end }) => {
      const width = Math.max((end - start) / length, MIN_WIDTH);
      return [id, { start: Math.min((start - first) / length, 1 - width), width }];
    }),
  );
}
