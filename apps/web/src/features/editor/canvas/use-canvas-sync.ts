import type { VueFlowStore } from '@vue-flow/core';
import type { FlowDocument, FlowNode, NodeCatalogue } from '@heddle/model';
import { nextTick, watch } from 'vue';
import { frameOf, holdsNodes } from '../document/frames';
import { indexGraph } from '../document/graph-index';
import { toFlowEdge, toFlowNode } from './elements';

type Graph = Pick<FlowDocument, 'nodes' | 'edges'>;

const hasSameShape = (a: readonly FlowNode[], b: readonly FlowNode[]): boolean =>
  a.length === b.length &&
  a.every(({ id, parent_id }, index) => b[index]?.id === id && b[index]?.parent_id === parent_id);

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
export function useCanvasSync(
  flow: VueFlowStore,
  graph: () => Graph,
  catalogue: () => NodeCatalogue,
): { settle: (nodeIds: Iterable<string>) => void } {
  let shown: Graph = { nodes: [], edges: [] };

  function syncNodes(nodes: FlowNode[]): void {
    if (!hasSameShape(shown.nodes, nodes)) {
      const graph = { nodes, edges: shown.edges };
      const isFrame = (node: FlowNode): boolean => holdsNodes(catalogue().get(node.type));
      flow.setNodes(
        nodes.map((node) => toFlowNode(node, { isFrame: isFrame(node), frameId: frameOf(graph, node.id) })),
      );
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

  return {
    /** Takes dragged nodes back to where the document has them, when it did not follow the drag. */
    settle(nodeIds) {
      const { nodes } = indexGraph(shown);
      for (const id of nodeIds) {
        const wished = nodes.get(id)?.position;
        const { x, y } = flow.findNode(id)?.position ?? { x: 0, y: 0 };
        if (wished && (wished.x !== x || wished.y !== y)) {
          flow.updateNode(id, { position: { x: wished.x, y: wished.y } });
        }
      }
    },
  };
}
