declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Identifies a flow definition (uuid). */
export type FlowId = Branded<'FlowId'>;
/** Identifies one run of a flow (uuid). */
export type RunId = Branded<'RunId'>;
/** Identifies a node within its flow, `[A-Za-z0-9_-]{1,64}`. */
export type NodeId = Branded<'NodeId'>;
/** Identifies a workspace, the boundary that no row crosses (uuid). */
export type WorkspaceId = Branded<'WorkspaceId'>;

/** Names that would shadow a namespace of references or an object's prototype. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
  'sys',
  'env',
  'conversation',
  'item',
  'index',
]);

/** The shape of node ids. */
export const NODE_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
/** The shape of variable and output names. */
export const VARIABLE_NAME_PATTERN = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
