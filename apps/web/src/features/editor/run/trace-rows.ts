import type { NodeStatus } from '@heddle/model';
import { isGate, type NodeRun, type RunState } from './run-state';

/** A line of the trace: an execution, or an item or round of a container, with its place on the run's line of time. */
export interface TraceRow {
  readonly key: string;
  /** Null for an item or a round. */
  readonly run: NodeRun | null;
  /** Which item or round, from 0; null for executions. */
  readonly frameIndex: number | null;
  readonly status: NodeStatus;
  readonly elapsedMs: number | null;
  /** How deep inside containers it ran. */
  readonly depth: number;
  /** Whether what is inside is shown; null where nothing is. */
  readonly isOpen: boolean | null;
  /** Shares of the run's time; null for nodes that never began. */
  readonly bar: { readonly start: number; readonly width: number } | null;
}

/** How the trace is looked at. */
export interface TraceView {
  /** Ends the bars of nodes that still run, in milliseconds since 1970. */
  readonly now: number;
  /** Rows that were opened or closed by hand. */
  readonly toggled: ReadonlySet<string>;
  /** Whether nodes of a type run another flow, whose nodes follow without an item in between. */
  readonly isCall: (nodeType: string) => boolean;
}

/** Narrowest bar, so that quick nodes can be seen. */
const MIN_WIDTH = 0.006;

interface Frame {
  readonly key: string;
  readonly index: number;
  readonly runs: NodeRun[];
}

/** Executions by the frame they ran in, and frames by the container's execution. */
interface Tree {
  readonly frames: ReadonlyMap<string, Frame>;
  readonly byContainer: ReadonlyMap<string, readonly Frame[]>;
}

const TOP = '';

function growTree(executions: readonly NodeRun[]): Tree {
  const frames = new Map<string, Frame>();
  const byContainer = new Map<string, Frame[]>();
  for (const run of executions) {
    const path = run.path ?? [];
    const key = path.join('/');
    let frame = frames.get(key);
    if (!frame) {
      frame = { key, index: Number(path.at(-1) ?? 0), runs: [] };
      frames.set(key, frame);
      if (key !== TOP) {
        const container = path.slice(0, -1).join('/');
        const list = byContainer.get(container);
        if (list) list.push(frame);
        else byContainer.set(container, [frame]);
      }
    }
    frame.runs.push(run);
  }
  for (const list of byContainer.values()) list.sort((a, b) => a.index - b.index);
  return { frames, byContainer };
}

/** An item is what its nodes are: under way while one is, failed when one has failed. */
function statusOf(runs: readonly NodeRun[]): NodeStatus {
  for (const status of ['running', 'failed', 'stopped'] as const) {
    if (runs.some((run) => run.status === status)) return status;
  }
  return runs.every(({ status }) => status === 'skipped') ? 'skipped' : 'succeeded';
}

class TraceWriter {
  readonly rows: TraceRow[] = [];
  private readonly tree: Tree;
  private readonly first: number;
  private readonly span: number;

  constructor(
    state: RunState,
    private readonly view: TraceView,
  ) {
    this.tree = growTree(state.executions);
    const started = state.executions.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt]));
    this.first = started.reduce((least, at) => Math.min(least, at), view.now);
    const last = state.executions.reduce((most, run) => Math.max(most, this.endOf(run)), this.first);
    this.span = Math.max(1, last - this.first);
  }

  write(frameKey: string, depth: number): void {
    for (const run of this.tree.frames.get(frameKey)?.runs ?? []) {
      // A loop that asks itself whether to go on is worth a line only when it could not tell.
      if (isGate(run) && run.status !== 'failed') continue;
      this.writeRun(run, depth);
    }
  }

  private writeRun(run: NodeRun, depth: number): void {
    const frames = this.tree.byContainer.get([...(run.path ?? []), run.nodeId].join('/')) ?? [];
    const isOpen = frames.length === 0 || isGate(run) ? null : this.isOpen(run.key, true);
    const { key, status, elapsedMs } = run;
    const bar = run.startedAt === null ? null : this.bar(run.startedAt, this.endOf(run));
    this.rows.push({ key, run, frameIndex: null, status, elapsedMs, depth, isOpen, bar });
    if (isOpen !== true) return;
    for (const frame of frames) {
      if (this.view.isCall(run.nodeType)) this.write(frame.key, depth + 1);
      else this.writeFrame(frame, depth + 1);
    }
  }

  private writeFrame(frame: Frame, depth: number): void {
    const ran = frame.runs.filter(({ startedAt }) => startedAt !== null);
    const status = statusOf(frame.runs.filter((run) => !isGate(run)));
    const start = ran.reduce((least, run) => Math.min(least, run.startedAt ?? least), Infinity);
    const end = ran.reduce((most, run) => Math.max(most, this.endOf(run)), 0);
    const key = `frame:${frame.key}`;
    const isOpen = this.isOpen(key, status === 'failed');
    this.rows.push({
      key,
      run: null,
      frameIndex: frame.index,
      status,
      elapsedMs: ran.length === 0 || status === 'running' ? null : end - start,
      depth,
      isOpen,
      bar: ran.length === 0 ? null : this.bar(start, end),
    });
    if (isOpen) this.write(frame.key, depth + 1);
  }

  private isOpen(key: string, isOpenAtFirst: boolean): boolean {
    return this.view.toggled.has(key) ? !isOpenAtFirst : isOpenAtFirst;
  }

  private endOf({ startedAt, elapsedMs }: NodeRun): number {
    if (startedAt === null) return 0;
    return elapsedMs === null ? this.view.now : startedAt + elapsedMs;
  }

  private bar(start: number, end: number): { start: number; width: number } {
    const width = Math.max((end - start) / this.span, MIN_WIDTH);
    return { start: Math.min((start - this.first) / this.span, 1 - width), width };
  }
}

/** Lays out what ran, containers with their items and what ran in those. */
export function traceRows(state: RunState, view: TraceView): TraceRow[] {
  const writer = new TraceWriter(state, view);
  writer.write(TOP, 0);
  return writer.rows;
}
