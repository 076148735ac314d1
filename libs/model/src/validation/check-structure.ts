import { isJsonObject } from '../json';
import type { CheckedFlow, CheckedNode } from './checked-flow';
import { findCycles, type FlowCycle } from './cycles';
import type { IssueList } from './flow-issues';
import { MAX_FLOW_DEPTH } from './flow-issues';

/** What the checks of references must know about a flow's shape, so that one mistake is reported once. */
export interface FlowShape {
  /** Nodes in a cycle or behind one. */
  readonly tangled: ReadonlySet<CheckedNode>;
  /** Top-level nodes that no start leads to. */
  readonly unreached: ReadonlySet<CheckedNode>;
}

/** Whether a start node is the one that a console run or the published API begins at. */
export function isCallableStart(config: unknown): boolean {
  const kind = isJsonObject(config) ? (config['kind'] ?? 'manual') : 'manual';
  return kind === 'manual' || kind === 'api';
}

function reachedFrom(starts: readonly CheckedNode[], flow: CheckedFlow): Set<CheckedNode> {
  const reached = new Set(starts);
  for (const node of reached) for (const edge of flow.outgoing.get(node) ?? []) reached.add(edge.target);
  return reached;
}

function checkStarts(flow: CheckedFlow, issues: IssueList): CheckedNode[] {
  const starts = flow.nodes.filter(
    (node) => node.definition?.kind === 'start' && node.parentId === undefined,
  );
  if (starts.length === 0) issues.error('FLOW_NO_START');
  const callable = starts.filter((node) => isCallableStart(node.node['config']));
  if (callable.length > 1) {
    const second = callable[1]?.id;
    const place = second === undefined ? {} : { nodeId: second, path: 'kind' };
    issues.error('FLOW_MANY_STARTS', { nodes: callable.slice(0, 10).map(({ id }) => id) }, place);
  }
  return starts;
}

function checkEnds(flow: CheckedFlow, issues: IssueList): void {
  const hasEnd = flow.nodes.some(
    ({ definition }) => definition?.kind === 'response' && (definition.modes?.includes(flow.mode) ?? true),
  );
  if (!hasEnd) issues.error('FLOW_NO_END', { mode: flow.mode });
}

const MAX_CHAIN = 12;

function reportCycle(cycle: FlowCycle, issues: IssueList): void {
  const ids = cycle.edges.map((edge) => edge.source.id);
  const [first] = ids;
  const last = cycle.edges.at(-1);
  if (first === undefined || last === undefined) return;
  const shown = ids.length > MAX_CHAIN ? [...ids.slice(0, MAX_CHAIN), '…'] : ids;
  const chain = [...shown, first].join(' → ');
  issues.error('FLOW_CYCLE', { chain, nodes: ids }, { nodeId: first, path: `edges[${last.index}]` });
}

function checkReach(flow: CheckedFlow, starts: readonly CheckedNode[], issues: IssueList): FlowShape {
  const cycles = findCycles(flow);
  for (const cycle of cycles) reportCycle(cycle, issues);
  const tangled = reachedFrom(
    cycles.flatMap(({ members }) => [...members]),
    flow,
  );
  const reached = reachedFrom(starts, flow);
  const unreached = new Set<CheckedNode>();
  for (const node of flow.nodes) {
    if (reached.has(node) || node.parentId !== undefined || node.definition?.category === 'note') continue;
    if (flow.byId.get(node.id) !== node) continue;
    unreached.add(node);
    if (starts.length > 0 && !tangled.has(node)) {
      issues.error('FLOW_UNREACHABLE', { node: node.id }, { nodeId: node.id, path: 'edges' });
    }
  }
  return { tangled, unreached };
}

function depthOf(node: CheckedNode, flow: CheckedFlow): number {
  let depth = 0;
  for (let at: CheckedNode | undefined = node; at?.parentId !== undefined; at = flow.byId.get(at.parentId)) {
    depth += 1;
    if (depth > MAX_FLOW_DEPTH * 5) break;
  }
  return depth;
}

/** Whether nodes may stand inside: a container that is not filled by another flow. */
const holdsNodes = ({ definition }: CheckedNode): boolean =>
  definition?.kind === 'container' && definition.callee === undefined;

function checkParents(flow: CheckedFlow, issues: IssueList): void {
  for (const node of flow.nodes) {
    if (node.parentId === undefined) continue;
    const parent = flow.byId.get(node.parentId);
    const isContainer = parent?.definition === undefined ? parent !== undefined : holdsNodes(parent);
    if (isContainer && parent !== node) continue;
    const params = { node: node.id, parent: node.parentId };
    issues.error('NODE_PARENT_INVALID', params, { nodeId: node.id, path: 'parent_id' });
  }
}

function checkContents(flow: CheckedFlow, issues: IssueList): void {
  const parents = new Set(flow.nodes.map(({ parentId }) => parentId));
  for (const node of flow.nodes) {
    if (!holdsNodes(node) || parents.has(node.id)) continue;
    issues.error('CONTAINER_EMPTY', { node: node.id }, { nodeId: node.id });
  }
}

const isLoop = ({ definition }: CheckedNode): boolean => definition?.container?.hasGate !== undefined;

/** The containers around a node, the innermost first. */
function containersAround(node: CheckedNode, flow: CheckedFlow): CheckedNode[] {
  const around: CheckedNode[] = [];
  let parent = node.parentId === undefined ? undefined : flow.byId.get(node.parentId);
  while (parent && !around.includes(parent)) {
    around.push(parent);
    parent = parent.parentId === undefined ? undefined : flow.byId.get(parent.parentId);
  }
  return around;
}

/** Finds starts that nothing could begin at, and exits with nothing to leave. */
function checkPlaces(flow: CheckedFlow, issues: IssueList): void {
  for (const node of flow.nodes) {
    const place = { nodeId: node.id, path: 'parent_id' };
    const kind = node.definition?.kind;
    if (kind === 'start' && node.parentId !== undefined) {
      issues.error('START_INSIDE_CONTAINER', { node: node.id }, place);
    }
    if (kind === 'exit' && !containersAround(node, flow).some(isLoop)) {
      issues.error('EXIT_OUTSIDE_LOOP', { node: node.id }, place);
    }
  }
}

/** Names the node that lies deepest, if that is too deep. */
function checkDepth(flow: CheckedFlow, issues: IssueList): void {
  let deepest: CheckedNode | undefined;
  let depth = MAX_FLOW_DEPTH;
  for (const node of flow.nodes) {
    const own = depthOf(node, flow);
    if (own > depth) [deepest, depth] = [node, own];
  }
  if (!deepest) return;
  const params = { node: deepest.id, depth, limit: MAX_FLOW_DEPTH };
  issues.error('FLOW_TOO_DEEP', params, { nodeId: deepest.id, path: 'parent_id' });
}

/** Checks the flow's outline: starts, ends, containers, cycles, and that every node can be reached. */
export function checkStructure(flow: CheckedFlow, issues: IssueList): FlowShape {
  const starts = checkStarts(flow, issues);
  checkEnds(flow, issues);
  checkParents(flow, issues);
  checkContents(flow, issues);
  checkPlaces(flow, issues);
  checkDepth(flow, issues);
  return checkReach(flow, starts, issues);
}
