import {
  type JsonObject,
  type Lookup,
  type ReferencePath,
  resolveText,
  resolveValue,
  type Json,
} from '@heddle/model';
import type { CompiledNode } from '../compile/compiled-flow';
import type { NodeContext, NodeVariables, RunScope } from '../executor/executor';
import { createLookup, findValue, type LookupScope, visibleNamespaces } from '../kernel/lookup';
import type { EnginePorts } from '../ports/engine-ports';
import type { Attempt } from './attempt';

const copy = (value: JsonObject): JsonObject => structuredClone(value);

/** The variables that one frame sees, as executors get them. */
export function createVariables(scope: LookupScope): NodeVariables {
  const lookup: Lookup = createLookup(scope);
  return {
    lookup,
    resolve: (value: Json) => resolveValue(value, lookup),
    text: (template: string) => resolveText(template, lookup),
    has: (path: ReferencePath) => findValue(scope, path) !== undefined,
    namespaces: () => copy(visibleNamespaces(scope)),
  };
}

/** What an attempt's context is made of. */
export interface NodeContextParts {
  readonly run: RunScope;
  readonly node: CompiledNode;
  readonly scope: LookupScope;
  readonly attempt: Attempt;
  readonly ports: EnginePorts;
  readonly inputs: JsonObject;
  readonly onChunk: (output: string, text: string) => void;
}

/** Makes the context of one attempt; variables and the signal are built only when asked for. */
export function createNodeContext(parts: NodeContextParts): NodeContext {
  const { run, node, scope, attempt } = parts;
  let variables: NodeVariables | undefined;
  return {
    run,
    node: { id: node.id, type: node.node.type, label: node.node.label },
    attempt: attempt.number,
    path: scope.frame.path,
    ports: parts.ports,
    inputs: parts.inputs,
    idempotencyKey: `${run.runId}:${scope.frame.key}:${node.id}`,
    chunk: parts.onChunk,
    isDifyCompatible: scope.flow.isDifyCompatible,
    get policy() {
      const { timeout_ms: timeoutMs, retry, on_error: onError } = node.node;
      return { timeoutMs, maxRetries: retry?.max_attempts ?? 0, onError: onError ?? 'fail' };
    },
    get variables() {
      variables ??= createVariables(scope);
      return variables;
    },
    get signal() {
      return attempt.signal;
    },
  };
}
