import {
  flowDocumentSchema,
  handleOf,
  type FlowDocument,
  type FlowEdge,
  type FlowNode,
  type Json,
  type JsonObject,
} from '@heddle/model';

/** What the envelope of a node may say besides its type and config. */
export type NodeSettings = Partial<Omit<FlowNode, 'id' | 'type' | 'config'>>;

/** Builds flow documents for tests, one call per node or edge; `build` checks the result against the schema. */
export class FlowBuilder {
  readonly #nodes: JsonObject[] = [];
  readonly #edges: FlowEdge[] = [];
  readonly #env: JsonObject[] = [];
  readonly #conversation: JsonObject[] = [];
  #features: JsonObject = {};

  /** Adds a node; its id is also its label. */
  node(id: string, type: string, config: JsonObject = {}): this {
    this.#nodes.push({ id, type, label: id, position: { x: this.#nodes.length * 280, y: 0 }, config });
    return this;
  }

  /** Sets parts of the envelope (retry, timeout_ms, on_error, parent_id, …) of the node added last. */
  settings(settings: NodeSettings): this {
    const last = this.#nodes.at(-1);
    if (last === undefined) throw new Error('settings() needs a node before it');
    Object.assign(last, settings);
    return this;
  }

  /** Connects two nodes, through the handle `source` unless another is named. */
  edge(source: string, target: string, handle?: string): this {
    const edge = { source, target, ...(handle === undefined ? {} : { source_handle: handle }) };
    this.#edges.push({ id: `${source}:${handleOf(edge)}:${target}`, ...edge });
    return this;
  }

  /** Connects each node with the next one through `source`. */
  chain(...ids: string[]): this {
    ids.slice(1).forEach((target, index) => this.edge(ids[index] ?? target, target));
    return this;
  }

  /** Declares an environment variable of the flow. */
  env(name: string, value: Json, type = 'string'): this {
    this.#env.push({ name, type, value });
    return this;
  }

  /** Declares a conversation variable with its default. */
  conversation(name: string, value: Json, type = 'string'): this {
    this.#conversation.push({ name, type, default: value });
    return this;
  }

  /** Merges into the flow's features. */
  features(features: JsonObject): this {
    this.#features = { ...this.#features, ...features };
    return this;
  }

  /** The document, parsed by the schema. */
  build(): FlowDocument {
    return flowDocumentSchema.parse({
      schema: 1,
      nodes: structuredClone(this.#nodes),
      edges: structuredClone(this.#edges),
      variables: { env: this.#env, conversation: this.#conversation },
      features: this.#features,
    });
  }
}

/** Begins a flow document: `flow().node('start', 'trigger').node('end', 'output').chain('start', 'end').build()`. */
export const flow = (): FlowBuilder => new FlowBuilder();
