import type { AnyNodeDefinition, FlowCall, FlowNode, Handle, JsonObject, ResponsePart } from '@heddle/model';

/** A node with everything the kernel asks about it, worked out once. */
export interface CompiledNode {
  readonly id: string;
  /** Position within its scope. */
  readonly index: number;
  readonly node: FlowNode;
  readonly definition: AnyNodeDefinition;
  /** The config after migration and parsing. */
  readonly config: never;
  readonly handles: readonly Handle[];
  readonly scope: CompiledScope;
  /** Edges that lead here. */
  readonly incoming: readonly CompiledEdge[];
  readonly outgoing: readonly CompiledEdge[];
  /** Whether its handle is known only when it has run: a branch, or an error policy `branch`. */
  readonly isConditional: boolean;
  /** For containers: the children. */
  readonly inner: CompiledScope | undefined;
  /** For nodes that call another flow, whose nodes are then `inner`. */
  readonly callee: Callee | undefined;
  /** For response nodes: what they say, in order. */
  readonly responseParts: readonly ResponsePart[] | undefined;
  /** For response nodes: those that may speak before it, on the ways that lead to it. */
  readonly speakersBefore: readonly CompiledNode[];
  /** Outputs that some response node passes on while they stream. */
  readonly answeredOutputs: ReadonlySet<string>;
}

/** A flow that another one calls, ready to run inside it. */
export interface Callee {
  readonly flowId: string;
  readonly flow: CompiledFlow;
  readonly startNodeId: string;
  /** Its environment variables, secrets included. */
  readonly env: JsonObject;
  /** Its conversation variables at their defaults; they live as long as the call. */
  readonly conversation: JsonObject;
}

/** Finds the flows that a document calls, loaded and compiled beforehand; undefined for one that does not exist. */
export type FindCallee = (call: FlowCall) => Callee | undefined;

/** A connection between two nodes of one scope. */
export interface CompiledEdge {
  readonly index: number;
  readonly source: CompiledNode;
  readonly target: CompiledNode;
  readonly handle: string;
}

/** The nodes of the flow itself, or of one container. */
export interface CompiledScope {
  readonly container: CompiledNode | undefined;
  readonly nodes: readonly CompiledNode[];
  readonly byId: ReadonlyMap<string, CompiledNode>;
  readonly edges: readonly CompiledEdge[];
  /** Nodes without a way in: start nodes at the top, first children in a container. */
  readonly roots: readonly CompiledNode[];
  readonly depth: number;
}

/** A flow ready to run; immutable, shared by all its runs. Compile once per version. */
export interface CompiledFlow {
  readonly root: CompiledScope;
  readonly nodes: ReadonlyMap<string, CompiledNode>;
  /** Levels of containers, those of called flows included. */
  readonly depth: number;
  /** `features.compat: "dify"`: unknown references read as their bare path. */
  readonly isDifyCompatible: boolean;
}
