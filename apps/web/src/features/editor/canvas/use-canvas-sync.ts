import type { VueFlowStore } from '@vue-flow/core';
import type { FlowDocument, FlowNode } from '@heddle/model';
import { nextTick, watch } from 'vue';
import { indexGraph } from '../document/graph-index';
import { toFlowEdge, toFlowNode } from './elements';

type Graph = Pick<FlowDocument, 'nodes' | 'edges'>;

const hasSameIds = (a: readonly FlowNode[], b: readonly FlowNode[]): boolean =>
  a.length === b.length && a.every(({ id }, index) => b[index]?.id === id);

/** Nodes whose ways out changed: their handles have to be measured anew. */
function withNewHandles(nodes: readonly FlowNode[], before: ReadonlyMap<string, FlowNode>): string[] {
  return nodes
    .filter((node) => {
      const old = before.get(node.id);
      return (
        old !== undefined && old !== node && (old.config !== node.config || old.on_error !== node.on_error)
      );
    })
    .map(({ id }) => id);
}

/** Carries the document over to vue-flow, one way, touching only what changed. */
export function useCanvasSync(flow: VueFlowStore, graph: () => Graph): void {
  let shown: Graph = { nodes: [], edges: [] };

  function syncNodes(nodes: FlowNode[]): void {
    if (!hasSameIds(shown.nodes, nodes)) {
      flow.setNodes(nodes.map(toFlowNode));
      return;
    }
    nodes.forEach((node, index) => {
      const old = shown.nodes[index];
      if (old === node || !old) return;
      const { x, y } = flow.findNode(node.id)?.position ?? old.position;
      if (x !== node.position.x || y !== node.position.y) {
        flow.updateNode(node.id, { position: { x: node.position.x, y: node.position.y } });
      }
    });
  }

  watch(
    graph,
    ({ nodes, edges }) => {
      const before = indexGraph(shown).nodes;
      const remeasured = nodes === shown.nodes ? [] : withNewHandles(nodes, before);
      if (nodes !== shown.nodes) syncNodes(nodes);
      if (edges !== shown.edges || nodes.length !== shown.nodes.length) flow.setEdges(edges.map(toFlowEdge));
      shown = { nodes, edges };
      if (remeasured.length > 0) void nextTick(() => flow.updateNodeInternals(remeasured));
    },
    { immediate: true },
  );
}
