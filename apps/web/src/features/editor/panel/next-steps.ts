import { handleOf, type FlowDocument, type NodeCategory, type NodeCatalogue } from '@heddle/model';
import { indexGraph } from '../document/graph-index';

/** A node that follows another, and how. */
export interface NextStep {
  readonly edgeId: string;
  readonly handle: string;
  readonly nodeId: string;
  readonly label: string;
  readonly icon: string;
  readonly category: NodeCategory;
}

/** The nodes that follow a node, by way out. */
export function nextStepsOf(document: FlowDocument, catalogue: NodeCatalogue, nodeId: string): NextStep[] {
  const index = indexGraph(document);
  return index.outgoing(nodeId).flatMap((edge) => {
    const target = index.nodes.get(edge.target);
    if (!target) return [];
    const definition = catalogue.get(target.type);
    return {
      edgeId: edge.id,
      handle: handleOf(edge),
      nodeId: target.id,
      label: target.label || target.id,
      icon: definition?.icon ?? 'box',
      category: definition?.category ?? 'note',
    };
  });
}
