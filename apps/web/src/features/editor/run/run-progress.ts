import type { FlowDocument, FramePath, Lookup, NodeCatalogue } from '@heddle/model';
import { isJsonObject, ownValue, type Json } from '@heddle/model';
import { containersAround, holdsNodes } from '../document/frames';
import { indexGraph } from '../document/graph-index';
import { askDefinition } from '../document/node-ports';
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
    };
    if (!frames.seen.has(frame)) frames.latest = frame;
    frames.seen.add(frame);
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

/** References of a container, answered from what the run left behind so far. */
function lookupIn(state: RunState): Lookup {
  return ([head, ...steps]) => {
    let value: Json | undefined = state.byNode.get(head)?.outputs ?? undefined;
    for (const step of steps) {
      if (Array.isArray(value)) value = value[Number(step)];
      else value = isJsonObject(value) ? ownValue(value, String(step)) : undefined;
    }
    if (value === undefined) throw new Error('the run has not said');
    return value;
  };
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
    const count = progressAt({ state, document, catalogue, tally }, { id, key, run });
    if (count) progress.set(id, count);
  }
  return { runs, progress };
}

interface Shown {
  readonly state: RunState;
  readonly document: Pick<FlowDocument, 'nodes' | 'edges'>;
  readonly catalogue: NodeCatalogue;
  readonly tally: Tally;
}

/** How many items there are, as far as the run tells; of containers in containers it differs from item to item. */
function totalOf({ state, document, catalogue }: Shown, id: string, run: NodeRun): number | null {
  const node = indexGraph(document).nodes.get(id);
  const definition = node && catalogue.get(node.type);
  if (!node || !definition || run.path !== null) return null;
  const plan = askDefinition(definition, node.config, (type, config) =>
    type.container?.plan(config, lookupIn(state)),
  );
  return plan?.items?.length ?? null;
}

function progressAt(
  shown: Shown,
  { id, key, run }: { readonly id: string; readonly key: string; readonly run: NodeRun },
): RunProgress | null {
  const { document, catalogue, tally } = shown;
  const type = indexGraph(document).nodes.get(id)?.type ?? '';
  if (!holdsNodes(catalogue.get(type))) {
    const own = run.path === null ? undefined : tally.nodes.get(key);
    return own ? { ...own, total: null } : null;
  }
  const frames = tally.frames.get(key);
  if (!frames) return null;
  const open = run.status === 'running' ? new Set([...frames.busy, frames.latest]).size : 0;
  return {
    done: frames.seen.size - open,
    total: totalOf(shown, id, run),
    failed: frames.failed.size,
  };
}
