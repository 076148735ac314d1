import { handleOf, MAX_FLOW_EDGES, type FlowEdge, type FlowNode } from '@heddle/model';
import type { ExportScope } from './node-writer';
import { isWritable } from './write-node';

/** A connection with the nodes that it connects. */
export interface Link {
  readonly source: FlowNode;
  readonly target: FlowNode;
  readonly handle: string;
}

/** A connection of a flow; undefined where one of its ends does not exist. */
export function linkOf(edge: FlowEdge, scope: ExportScope): Link | undefined {
  const [source, target] = [scope.byId.get(edge.source), scope.byId.get(edge.target)];
  return source && target && { source, target, handle: handleOf(edge) };
}

function bySource(links: readonly Link[]): Map<FlowNode, Link[]> {
  const groups = new Map<FlowNode, Link[]>();
  for (const link of links) {
    const group = groups.get(link.source);
    if (group) group.push(link);
    else groups.set(link.source, [link]);
  }
  return groups;
}

/** The nodes that exist in Dify behind one that does not, whatever other such nodes lie between. */
function nodesBehind(
  missing: FlowNode,
  outgoing: ReadonlyMap<FlowNode, readonly Link[]>,
  scope: ExportScope,
): FlowNode[] {
  const seen = new Set([missing]);
  for (const node of seen) {
    if (isWritable(node, scope)) continue;
    for (const { handle, target } of outgoing.get(node) ?? []) if (handle === 'source') seen.add(target);
  }
  return [...seen].filter((node) => isWritable(node, scope));
}

/** The connections as they are there: those to nodes that do not exist lead to what comes after them. */
export function writableLinks(links: readonly Link[], scope: ExportScope): Link[] {
  const outgoing = bySource(links);
  const behind = new Map<FlowNode, readonly FlowNode[]>();
  const targetsOf = (target: FlowNode): readonly FlowNode[] => {
    if (isWritable(target, scope)) return [target];
    const known = behind.get(target) ?? nodesBehind(target, outgoing, scope);
    behind.set(target, known);
    return known;
  };
  const written = new Map<string, Link>();
  for (const link of links) {
    if (!isWritable(link.source, scope)) continue;
    for (const target of targetsOf(link.target)) {
      // Layers of missing nodes could multiply without end.
      if (written.size >= MAX_FLOW_EDGES) return [...written.values()];
      written.set(`${link.source.id} ${link.handle} ${target.id}`, { ...link, target });
    }
  }
  return [...written.values()];
}
