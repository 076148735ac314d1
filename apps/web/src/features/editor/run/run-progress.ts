import type { FlowDocument, FramePath, NodeCatalogue } from '@heddle/model';
import { containersAround, holdsNodes } from '../document/frames';
import { indexGraph } from '../document/graph-index';
import { containersOf, isGate, placeKey, type NodeRun, type RunState } from './run-state';

/** How far a container has come with its items or rounds, or how often a node inside has run. */
export interface RunProgress {
  readonly done: number;
  /** Null where nobody knows beforehand. */
  readonly total: number | null;
  readonly failed: number;
}

/** Whether two counts read the same. */
export const isSameProgress = (a: RunProgress | undefined, b: RunProgress | undefined): boolean =>
  a?.done === b?.done && a?.total === b?.total && a?.failed === b?.failed;

/** What a run did at the nodes of a document: their latest executions, and counts where there are several. */
export interface ShownRun {
  readonly runs: ReadonlyMap<string, NodeRun>;
  readonly progress: ReadonlyMap<string, RunProgress>;
}

interface Frames {
  readonly seen: Set<string>;
  readonly busy: Set<string>;
  readonly failed: Set<string>;
  latest: string;
  /** The highest number of those seen. */
  highest: number;
}

interface Tally {
  readonly frames: Map<string, Frames>;
  readonly nodes: Map<string, { done: number; failed: number }>;
}

function noteFrames(tally: Tally, run: NodeRun, path: FramePath): void {
  for (let end = 2; end <= path.length; end += 2) {
    const containers = containersOf(path.slice(0, end));
    const key = containers.join('/');
    const frame = path.slice(0, end).join('/');
    const frames = tally.frames.get(key) ?? {
      seen: new Set(),
      busy: new Set(),
      failed: new Set(),
      latest: '',
      highest: -1,
    };
    if (!frames.seen.has(frame)) frames.latest = frame;
    frames.seen.add(frame);
    frames.highest = Math.max(frames.highest, Number(path[end - 1]));
    if (run.status === 'running') frames.busy.add(frame);
    if (run.status === 'failed') frames.failed.add(frame);
    tally.frames.set(key, frames);
  }
}

function tallyOf(executions: readonly NodeRun[]): Tally {
  const tally: Tally = { frames: new Map(), nodes: new Map() };
  for (const run of executions) {
    if (run.path === null || run.status === 'skipped' || isGate(run)) continue;
    noteFrames(tally, run, run.path);
    const key = placeKey(containersOf(run.path), run.nodeId);
    const node = tally.nodes.get(key) ?? { done: 0, failed: 0 };
    if (run.status !== 'running') node.done += 1;
    if (run.status === 'failed' || run.status === 'exception') node.failed += 1;
    tally.nodes.set(key, node);
  }
  return tally;
}

/** Projects a run onto a document. */
export function showRun(
  state: RunState,
  document: Pick<FlowDocument, 'nodes' | 'edges'>,
  catalogue: NodeCatalogue,
): ShownRun {
  const runs = new Map<string, NodeRun>();
  const progress = new Map<string, RunProgress>();
  if (state.executions.length === 0) return { runs, progress };
  const tally = tallyOf(state.executions);
  for (const { id } of document.nodes) {
    const key = placeKey([...containersAround(document, id)].reverse(), id);
    const run = state.byNode.get(key);
    if (!run) continue;
    runs.set(id, run);
    const count = progressAt({ document, catalogue, tally }, { id, key, run });
    if (count) progress.set(id, count);
  }
  return { runs, progress };
}

interface Shown {
  readonly document: Pick<FlowDocument, 'nodes' | 'edges'>;
  readonly catalogue: NodeCatalogue;
  readonly tally: Tally;
}

/** Of a long container only some frames are told: nothing inside it can be counted. */
const isTold = (tally: Tally, containers: readonly string[]): boolean =>
  containers.every((_, level) => {
    const frames = tally.frames.get(containers.slice(0, level + 1).join('/'));
    return !frames || frames.seen.size > frames.highest;
  });

function timesRun(tally: Tally, key: string, { path }: NodeRun): RunProgress | null {
  const own = path === null ? undefined : tally.nodes.get(key);
  return own && isTold(tally, containersOf(path)) ? { ...own, total: null } : null;
}

function framesRun(tally: Tally, key: string, run: NodeRun): RunProgress | null {
  const frames = tally.frames.get(key);
  if (!frames) return null;
  const open = run.status === 'running' ? new Set([...frames.busy, frames.latest]).size : 0;
  const failed = frames.failed.size;
  if (run.path === null) return { done: run.frames ?? frames.highest + 1 - open, total: run.items, failed };
  // Of a container in a container, all that it did in every round counts together.
  const isWhole = isTold(tally, [...containersOf(run.path), run.nodeId]);
  return isWhole ? { done: frames.seen.size - open, total: null, failed } : null;
}

function progressAt(
  { document, catalogue, tally }: Shown,
  { id, key, run }: { readonly id: string; readonly key: string; readonly run: NodeRun },
): RunProgress | null {
  const type = indexGraph(document).nodes.get(id)?.type ?? '';
  return holdsNodes(catalogue.get(type)) ? framesRun(tally, key, run) : timesRun(tally, key, run);
}
