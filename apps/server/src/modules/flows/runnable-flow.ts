import {
  type Callee,
  compileFlow,
  compileNode,
  type CompiledFlow,
  type CompiledNode,
  type FindCallee,
} from '@heddle/engine';
import {
  flowDocumentSchema,
  isCallableStart,
  readNodeConfig,
  withOlderEnvelope,
  type FlowCall,
  type FlowDocument,
  type JsonObject,
} from '@heddle/model';
import { catalogue } from '@heddle/nodes';

/** A document that is ready to run: compiled, with the values that every run of it begins with. */
export interface RunnableFlow {
  readonly compiled: CompiledFlow;
  readonly features: JsonObject;
  /** Environment variables by name. */
  readonly env: JsonObject;
  /** Environment values that must not appear in events, those of called flows included. */
  readonly secrets: readonly string[];
  /** Conversation variables as a new conversation has them. */
  readonly conversation: JsonObject;
  /** Declared types of conversation variables by name. */
  readonly conversationTypes: Readonly<Record<string, string>>;
  /** Called flows, direct and indirect, whose live version is meant: with another one, this is out of date. */
  readonly liveCalls: ReadonlyMap<string, number>;
}

/** A flow that another one calls, ready to run inside it. */
export interface CalledFlow {
  readonly flowId: string;
  readonly version: number;
  readonly runnable: RunnableFlow;
}

/** Called flows by {@link callKey}. */
export type CalledFlows = ReadonlyMap<string, CalledFlow>;

/** Tells calls apart: the same flow may be called in several versions. */
export const callKey = ({ flowId, version }: FlowCall): string => `${flowId}:${version ?? 'live'}`;

const asObject = (entries: Iterable<readonly [string, JsonObject[string]]>): JsonObject =>
  Object.fromEntries(entries);

/** Lists the flows that a document calls. */
export function flowCalls(document: FlowDocument): FlowCall[] {
  return document.nodes.flatMap((stored) => {
    const definition = catalogue.get(stored.type);
    if (!definition?.callee) return [];
    const reading = readNodeConfig(withOlderEnvelope(stored, definition), definition);
    return reading.isValid ? [definition.callee(reading.config)] : [];
  });
}

/** The node that a call of a flow begins at: its start for callers, not a webhook or a schedule. */
export function entryNode({ root }: CompiledFlow): CompiledNode | undefined {
  const starts = root.roots.filter((node) => node.definition.kind === 'start');
  return starts.find(({ node }) => isCallableStart(node.config)) ?? starts[0];
}

const calleeOf = ({ flowId, runnable }: CalledFlow): Callee => ({
  flowId,
  flow: runnable.compiled,
  startNodeId: entryNode(runnable.compiled)?.id ?? '',
  env: runnable.env,
  conversation: runnable.conversation,
});

function liveCallsOf(document: FlowDocument, called: CalledFlows): Map<string, number> {
  const live = new Map<string, number>();
  for (const call of flowCalls(document)) {
    const callee = called.get(callKey(call));
    if (!callee) continue;
    if (call.version === undefined) live.set(callee.flowId, callee.version);
    for (const [flowId, version] of callee.runnable.liveCalls) live.set(flowId, version);
  }
  return live;
}

/**
 * Prepares a document for running, or one of its nodes alone, together with the flows that it calls.
 * @throws NODE_TYPE_UNKNOWN, NODE_CONFIG_INVALID, FLOW_CYCLE, SUBFLOW_MISSING and others, for documents not validated
 */
export function prepareFlow(
  definition: object,
  called: CalledFlows = new Map(),
  onlyNode?: string,
): RunnableFlow {
  const document: FlowDocument = flowDocumentSchema.parse(definition);
  const { env, conversation } = document.variables;
  const findCallee: FindCallee = (call) => {
    const callee = called.get(callKey(call));
    return callee && calleeOf(callee);
  };
  const ownSecrets = env.flatMap(({ type, value }) =>
    type === 'secret' && typeof value === 'string' ? [value] : [],
  );
  return {
    compiled:
      onlyNode === undefined
        ? compileFlow(document, catalogue, { findCallee })
        : compileNode(document, onlyNode, catalogue, { findCallee }),
    features: document.features,
    env: asObject(env.map(({ name, value }) => [name, value])),
    secrets: [...ownSecrets, ...[...called.values()].flatMap(({ runnable }) => runnable.secrets)],
    conversation: asObject(conversation.map((variable) => [variable.name, variable.default])),
    conversationTypes: Object.fromEntries(conversation.map(({ name, type }) => [name, type])),
    liveCalls: liveCallsOf(document, called),
  };
}
