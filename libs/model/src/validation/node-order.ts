import type { CheckedFlow, CheckedNode } from './checked-flow';

const WORD = 32;

/** Tells which nodes run before which; one bit per pair, so that thousands of nodes stay cheap. */
export class NodeOrder {
  private readonly before: Uint32Array[];

  constructor(flow: CheckedFlow) {
    const words = Math.ceil(flow.nodes.length / WORD);
    this.before = flow.nodes.map(() => new Uint32Array(words));
    const open = new Map<CheckedNode, number>();
    for (const edge of flow.edges) open.set(edge.target, (open.get(edge.target) ?? 0) + 1);
    const ready = flow.nodes.filter((node) => !open.has(node));
    for (let head = 0; head < ready.length; head += 1) {
      const node = ready[head];
      if (!node) break;
      for (const { target } of flow.outgoing.get(node) ?? []) {
        this.inherit(node, target);
        const left = (open.get(target) ?? 0) - 1;
        open.set(target, left);
        if (left === 0) ready.push(target);
      }
    }
  }

  /** Whether a way leads from one node to another of the same scope. */
  isBefore(first: CheckedNode, second: CheckedNode): boolean {
    const word = this.before[second.index]?.[Math.floor(first.index / WORD)] ?? 0;
    return (word & (1 << (first.index % WORD))) !== 0;
  }

  private inherit(source: CheckedNode, target: CheckedNode): void {
    const [from, to] = [this.before[source.index], this.before[target.index]];
    if (!from || !to) return;
    from.forEach((bits, word) => {
      to[word] = (to[word] ?? 0) | bits;
    });
    const word = Math.floor(source.index / WORD);
    to[word] = (to[word] ?? 0) | (1 << (source.index % WORD));
  }
}
