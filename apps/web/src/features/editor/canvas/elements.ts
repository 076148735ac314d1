import type { Edge, Node } from '@vue-flow/core';
import { DEFAULT_HANDLE, handleOf, type FlowEdge, type FlowNode } from '@heddle/model';
import type { WishedConnection } from '../document/connection-rules';

/** Name of the card's component among vue-flow's node types. */
export const CARD_TYPE = 'card';
/** Name of a container's component among vue-flow's node types. */
export const FRAME_TYPE = 'frame';
/** Name of the connection's component among vue-flow's edge types. */
export const LINK_TYPE = 'link';

/** The id of the element that titles a node's card, which names the node for screen readers. */
export const titleId = (nodeId: string): string => `node-title-${nodeId}`;

/** How vue-flow is to show a node. */
export interface ElementShape {
  readonly isFrame: boolean;
  /** The container it stands in. */
  readonly frameId: string | undefined;
}

/** What vue-flow has to know of a node: where it is. What the card shows comes by its id from the views. */
export const toFlowNode = (node: FlowNode, { isFrame, frameId }: ElementShape): Node => ({
  id: node.id,
  type: isFrame ? FRAME_TYPE : CARD_TYPE,
  position: { x: node.position.x, y: node.position.y },
  ...(frameId === undefined ? {} : { parentNode: frameId }),
  domAttributes: { 'aria-labelledby': titleId(node.id) },
});

/** What vue-flow has to know of a connection. */
export const toFlowEdge = (edge: FlowEdge): Edge => ({
  id: edge.id,
  type: LINK_TYPE,
  source: edge.source,
  target: edge.target,
  sourceHandle: handleOf(edge),
  ariaLabel: `${edge.source} → ${edge.target}`,
});

/** Reads a connection made on the canvas. */
export const toWish = (connection: {
  source: string;
  target: string;
  sourceHandle?: string | null;
}): WishedConnection => ({
  source: connection.source,
  sourceHandle: connection.sourceHandle ?? DEFAULT_HANDLE,
  target: connection.target,
});
