import {
  type JsonObject,
  type Lookup,
  type ReferencePath,
  resolveText,
  resolveValue,
  type Json,
} from '@heddle/model';
import type { CompiledNode } from '../compile/compiled-flow';
import type { NodeContext, NodePolicy, NodeVariables, RunScope } from '../executor/executor';
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

/** The context of one attempt: a class, because most nodes ask for little of what is worked out here. */
class AttemptContext implements NodeContext {
  readonly chunk: NodeContext['chunk'];
  private known: NodeVariables | undefined;

  constructor(private readonly parts: NodeContextParts) {
    this.chunk = parts.onChunk;
  }

  get run(): RunScope {
    return this.parts.run;
  }

  get node(): NodeContext['node'] {
    const { id, node } = this.parts.node;
    return { id, type: node.type, label: node.label };
  }

  get attempt(): number {
    return this.parts.attempt.number;
  }

  get path(): NodeContext['path'] {
    return this.parts.scope.frame.path;
  }

  get ports(): EnginePorts {
    return this.parts.ports;
  }

  get inputs(): JsonObject {
    return this.parts.inputs;
  }

  get idempotencyKey(): string {
    const { run, scope, node } = this.parts;
    return `${run.runId}:${scope.frame.key}:${node.id}`;
  }

  get isDifyCompatible(): boolean {
    return this.parts.scope.flow.isDifyCompatible;
  }

  get policy(): NodePolicy {
    const { timeout_ms: timeoutMs, retry, on_error: onError } = this.parts.node.node;
    return { timeoutMs, maxRetries: retry?.max_attempts ?? 0, onError: onError ?? 'fail' };
  }

  get variables(): NodeVariables {
    this.known ??= createVariables(this.parts.scope);
    return this.known;
  }

  get signal(): AbortSignal {
    return this.parts.attempt.signal;
  }
}

/** Makes the context of one attempt; variables and the signal are built only when asked for. */
export const createNodeContext = (parts: NodeContextParts): NodeContext => new AttemptContext(parts);
