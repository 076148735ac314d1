import type { CheckedEdge, CheckedFlow, CheckedNode } from './checked-flow';

interface Visit {
  readonly node: CheckedNode;
  next: number;
}

/** Tarjan's algorithm without recursion, so that a chain of thousands of nodes is no problem. */
class ComponentSearch {
  readonly cyclic: CheckedNode[][] = [];
  private readonly order = new Map<CheckedNode, number>();
  private readonly low = new Map<CheckedNode, number>();
  private readonly open = new Set<CheckedNode>();
  private readonly stack: CheckedNode[] = [];

  constructor(private readonly outgoing: ReadonlyMap<CheckedNode, readonly CheckedEdge[]>) {}

  search(start: CheckedNode): void {
    if (this.order.has(start)) return;
    const visits: Visit[] = [this.enter(start)];
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const edge = this.outgoing.get(visit.node)?.[visit.next];
      visit.next += 1;
      if (edge === undefined) {
        visits.pop();
        this.leave(visit.node, visits.at(-1)?.node);
      } else if (!this.order.has(edge.target)) {
        visits.push(this.enter(edge.target));
      } else if (this.open.has(edge.target)) {
        this.lower(visit.node, this.order.get(edge.target));
      }
    }
  }

  private enter(node: CheckedNode): Visit {
    this.order.set(node, this.order.size);
    this.low.set(node, this.order.size - 1);
    this.stack.push(node);
    this.open.add(node);
    return { node, next: 0 };
  }

  private lower(node: CheckedNode, value: number | undefined): void {
    this.low.set(node, Math.min(this.low.get(node) ?? Infinity, value ?? Infinity));
  }

  private leave(node: CheckedNode, caller: CheckedNode | undefined): void {
    if (caller) this.lower(caller, this.low.get(node));
    if (this.low.get(node) !== this.order.get(node)) return;
    const component: CheckedNode[] = [];
    for (let member = this.stack.pop(); member !== undefined; member = this.stack.pop()) {
      this.open.delete(member);
      component.push(member);
      if (member === node) break;
    }
    const [only] = component;
    const isLoop =
      only !== undefined && this.outgoing.get(only)?.some((edge) => edge.target === only) === true;
    if (component.length > 1 || isLoop) this.cyclic.push(component);
  }
}

function shortestCycle(
  start: CheckedNode,
  members: ReadonlySet<CheckedNode>,
  outgoing: CheckedFlow['outgoing'],
): CheckedEdge[] {
  const cameBy = new Map<CheckedNode, CheckedEdge>();
  const waiting = [start];
  for (let head = 0; head < waiting.length; head += 1) {
    for (const edge of outgoing.get(waiting[head] ?? start) ?? []) {
      if (!members.has(edge.target) || cameBy.has(edge.target)) continue;
      cameBy.set(edge.target, edge);
      if (edge.target !== start) waiting.push(edge.target);
    }
  }
  const chain: CheckedEdge[] = [];
  let edge = cameBy.get(start);
  while (edge !== undefined) {
    chain.unshift(edge);
    edge = edge.source === start ? undefined : cameBy.get(edge.source);
  }
  return chain;
}

/** A group of nodes that wait for each other, with one way around. */
export interface FlowCycle {
  readonly members: ReadonlySet<CheckedNode>;
  /** The edges of a shortest way around, beginning at the member that comes first in the document. */
  readonly edges: readonly CheckedEdge[];
}

/** Finds every group of nodes that wait for each other. */
export function findCycles(flow: CheckedFlow): FlowCycle[] {
  const search = new ComponentSearch(flow.outgoing);
  for (const node of flow.nodes) search.search(node);
  return search.cyclic.map((component) => {
    const members = new Set(component);
    const first = component.reduce((best, node) => (node.index < best.index ? node : best));
    return { members, edges: shortestCycle(first, members, flow.outgoing) };
  });
}
