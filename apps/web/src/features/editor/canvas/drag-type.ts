/** The kind of data that a node type dragged from the palette travels as. */
export const DRAG_TYPE = 'application/x-heddle-node';
