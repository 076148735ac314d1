import type { NodeRun, RunState } from './run-state';

/** A line of the trace: an execution with its place on the run's line of time. */
export interface TraceRow {
  readonly run: NodeRun;
  /** How deep inside containers it ran. */
  readonly depth: number;
  /** Shares of the run's time; null for nodes that never began. */
  readonly bar: { readonly start: number; readonly width: number } | null;
}

/** Narrowest bar, so that quick nodes can be seen. */
const MIN_WIDTH = 0.006;

/** Lays out what ran; `now` ends the bars of nodes that still run. */
export function traceRows(state: RunState, now: number): TraceRow[] {
  const started = state.executions.filter(({ startedAt }) => startedAt !== null);
  const first = Math.min(...started.map(({ startedAt }) => startedAt ?? now));
  const endOf = ({ startedAt, elapsedMs }: NodeRun): number =>
    startedAt !== null && elapsedMs !== null ? startedAt + elapsedMs : now;
  const span = Math.max(1, Math.max(...started.map(endOf)) - first);
  return state.executions.map((run) => {
    const depth = run.path ? Math.ceil(run.path.length / 2) : 0;
    if (run.startedAt === null) return { run, depth, bar: null };
    const width = Math.max((endOf(run) - run.startedAt) / span, MIN_WIDTH);
    return { run, depth, bar: { start: Math.min((run.startedAt - first) / span, 1 - width), width } };
  });
}
