import { compileFlow, type CompiledFlow } from '@heddle/engine';
import { flowDocumentSchema, type FlowDocument, type JsonObject } from '@heddle/model';
import { catalogue } from '@heddle/nodes';

/** A document that is ready to run: compiled, with the values that every run of it begins with. */
export interface RunnableFlow {
  readonly compiled: CompiledFlow;
  readonly features: JsonObject;
  /** Environment variables by name. */
  readonly env: JsonObject;
  /** Environment values that must not appear in events. */
  readonly secrets: readonly string[];
  /** Conversation variables as a new conversation has them. */
  readonly conversation: JsonObject;
}

const asObject = (entries: Iterable<readonly [string, JsonObject[string]]>): JsonObject =>
  Object.fromEntries(entries);

/**
 * Prepares a document for running.
 * @throws NODE_TYPE_UNKNOWN, NODE_CONFIG_INVALID, FLOW_CYCLE and others, for documents that were not validated
 */
export function prepareFlow(definition: object): RunnableFlow {
  const document: FlowDocument = flowDocumentSchema.parse(definition);
  const { env, conversation } = document.variables;
  return {
    compiled: compileFlow(document, catalogue),
    features: document.features,
    env: asObject(env.map(({ name, value }) => [name, value])),
    secrets: env.flatMap(({ type, value }) =>
      type === 'secret' && typeof value === 'string' ? [value] : [],
    ),
    conversation: asObject(conversation.map((variable) => [variable.name, variable.default])),
  };
}
