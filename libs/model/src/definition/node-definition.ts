import type { z } from 'zod';
import type { FlowMode } from '../document/flow-document';
import type { Json, JsonObject } from '../json';
import type { LocalizedText } from '../localized';
import type { NodeFinding } from './node-finding';
import type { Lookup } from '../values/value';
import type { ReferencePath } from '../values/reference';
import type { ValueType } from '../values/value-type';

/** What a node is to the engine; the only thing the engine ever asks about a type. */
export type NodeKind =
  /** Begins a run; has no way in. */
  | 'start'
  /** Does something and goes on through `source`. */
  | 'action'
  /** Chooses one of several handles. */
  | 'branch'
  /** Runs its children in frames of their own. */
  | 'container'
  /** Leaves the surrounding loop. */
  | 'exit'
  /** Writes to the answer that the caller reads; may go on. */
  | 'response';

/** Whether running a node twice can be noticed outside: decides what is safe after a crash. */
export type NodeEffect = 'none' | 'read' | 'write';

/** The drawer of the palette and the colour of the card. */
export type NodeCategory =
  | 'io'
  | 'llm'
  | 'agent'
  | 'knowledge'
  | 'logic'
  | 'transform'
  | 'http'
  | 'tool'
  | 'memory'
  | 'human'
  | 'loop'
  | 'note';

/** A way out of a node. */
export interface Handle {
  readonly id: string;
  readonly label: LocalizedText;
}

/** A value that a node leaves behind for the nodes after it. */
export interface OutputField {
  readonly name: string;
  readonly type: ValueType;
  readonly title: LocalizedText;
}

/** A piece of what a response node says: literal text, or a variable that may still be streaming. */
export type ResponsePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reference'; readonly path: ReferencePath };

/** Source text inside a config that another interpreter reads; checked at validation, never run there. */
export interface EmbeddedSource {
  readonly language: 'javascript' | 'python' | 'template' | 'expression' | 'regex';
  readonly source: string;
  /** Where it stands in the config, as `cases[0].conditions[1].right`. */
  readonly path: string;
}

/** Something of the workspace that a config names by id. */
export interface WorkspaceUse {
  readonly kind: 'tool' | 'flow' | 'mcp';
  readonly id: string;
  /** For `mcp`: one tool of the server. */
  readonly tool?: string;
  /** Where it stands in the config, as `tools[0].id`. */
  readonly path: string;
}

/** A finding of a static check; `code` is translated by the web app, `message` is its English. */
export interface FlowIssue {
  readonly code: string;
  readonly message: string;
  /** The words of a finding that its code alone does not tell; the web app prefers them to its own. */
  readonly texts?: LocalizedText;
  readonly node_id?: string;
  readonly path?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The items of a container's frames, before any runs. */
export interface FramePlan {
  /** One frame per item; for loops, null: rounds follow each other until the gate or an exit node ends them. */
  readonly items: readonly Json[] | null;
  readonly parallelism: number;
  readonly maxFrames: number;
  /** What a failed frame does: end the container, count as null, or leave no trace. */
  readonly onFrameError: 'stop' | 'null' | 'drop';
  /** The variables that a loop carries from round to round, by name. */
  readonly variables: JsonObject;
}

/** How a container (iteration, loop) maps to frames of the kernel; every part is a pure function of its config. */
export interface ContainerSpec<Config> {
  plan(config: Config, lookup: Lookup): FramePlan;
  /**
   * For loops: whether the container's executor decides when to stop. It then runs before the first round and after
   * every round, inside that round's frame, and stops the loop with the output `is_done: true`.
   */
  hasGate?(config: Config): boolean;
  /** What one finished frame contributes to the result. */
  frameResult(config: Config, lookup: Lookup): Json;
  /** Builds the container's outputs from the frames' results, in input order; null stands for a failed frame. */
  outputs(config: Config, results: readonly Json[], frames: ContainerSummary): JsonObject;
}

/** What a container knows when all its frames are done. */
export interface ContainerSummary {
  readonly rounds: number;
  readonly variables: JsonObject;
  readonly errors: readonly JsonObject[];
}

/** The flow that a node runs as part of its own run. */
export interface FlowCall {
  readonly flowId: string;
  /** The live version when absent. */
  readonly version?: number;
}

/** Everything shared code may know of a node type; one per node folder. */
export interface NodeDefinition<Config = never, Type extends string = string> {
  /** Wire name, snake_case; the folder is the same in kebab-case. */
  readonly type: Type;
  /** Version of the config's shape. */
  readonly version: number;
  readonly kind: NodeKind;
  readonly effect: NodeEffect;
  /** The effect of a node with this config, where the type alone does not say. */
  effectOf?(config: Config): NodeEffect;
  readonly category: NodeCategory;
  /** Flows in which the palette offers it; both when absent. */
  readonly modes?: readonly FlowMode[];
  /** Name of an icon in the icon set. */
  readonly icon: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  readonly config: z.ZodType<Config>;
  /** A config that a freshly dropped node starts with. */
  readonly initialConfig: JsonObject;
  /** Top-level config keys whose text is code or a foreign template, so not scanned for references. */
  readonly literalKeys: readonly string[];
  /** Bare names that the node itself fills in its text fields (`{{ context }}`), so not references. */
  readonly localNames?: readonly string[];
  /** Ways out, besides `error`, which the envelope adds. */
  ports(config: Config): readonly Handle[];
  outputs(config: Config): readonly OutputField[];
  /** Whether it leaves more outputs than it can name beforehand, as a call of another flow does. */
  readonly hasOpenOutputs?: boolean;
  /** Names of the outputs that arrive in pieces. */
  readonly streams: readonly string[];
  /** For kind `response`: what it says, in order. */
  response?(config: Config): readonly ResponsePart[];
  /** For kind `response`: how a value reads inside the answer; JSON text for what is not text when absent. */
  renderResponse?(value: Json): string;
  /** Whether the node's outputs are results of the run, merged in the order in which such nodes finish. */
  readonly isResult?: boolean;
  readonly container?: ContainerSpec<Config>;
  /** For containers whose inside is another flow: which one. Its plan has one item, the inputs of the call. */
  callee?(config: Config): FlowCall;
  embedded?(config: Config): readonly EmbeddedSource[];
  /** What the node needs of its workspace, which only the server can look up. */
  uses?(config: Config): readonly WorkspaceUse[];
  /** Checks that the schema cannot express; returned paths are relative to the config. */
  check?(config: Config): readonly NodeFinding[];
  /** `migrations[i]` turns a config of version i+1 into version i+2. */
  readonly migrations: readonly ((config: JsonObject) => JsonObject)[];
  /** Envelope keys (wire form) that older configs held inside; read before migration, used where the envelope is silent. */
  envelope?(config: JsonObject): JsonObject;
  /** One line for the node's card, made of its config. */
  summary?(config: Config): string;
}

/** A definition of whatever type, as registries hold it. */
export interface AnyNodeDefinition extends Omit<NodeDefinition<never>, 'config'> {
  readonly config: z.ZodType;
}

/** The handle of nodes with a single way out. */
export const SINGLE_HANDLE: readonly Handle[] = [{ id: 'source', label: { en: 'Next', zh: '下一步' } }];

type Optional<Config, Type extends string> = Partial<
  Pick<NodeDefinition<Config, Type>, 'literalKeys' | 'ports' | 'streams' | 'migrations' | 'version'>
>;

/** Declares a node type, with the usual answers for what a node does not state. */
export function defineNode<Config, const Type extends string>(
  definition: Omit<NodeDefinition<Config, Type>, keyof Optional<Config, Type>> & Optional<Config, Type>,
): NodeDefinition<Config, Type> {
  return {
    version: 1,
    literalKeys: [],
    streams: [],
    migrations: [],
    ports: () => SINGLE_HANDLE,
    ...definition,
  };
}

/** Finds definitions by type; the engine, the validator and the editor are given one. */
export interface NodeCatalogue {
  get(type: string): AnyNodeDefinition | undefined;
  readonly types: readonly string[];
}

/** Makes a catalogue of a list of definitions. */
export function createCatalogue(definitions: readonly AnyNodeDefinition[]): NodeCatalogue {
  const byType = new Map(definitions.map((definition) => [definition.type, definition]));
  return { get: (type) => byType.get(type), types: [...byType.keys()] };
}
