import type { NodeVariables } from '@heddle/engine';
import {
  formatReferencePath,
  isJsonObject,
  type Json,
  type JsonObject,
  type Lookup,
  ownValue,
  type ReferencePath,
  type VariableChange,
} from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { mentionedNamespaces } from '../fields/mentioned-namespaces';
import type { AssignmentTarget } from './schema';

const stepInto = (value: Json | undefined, step: string | number): Json | undefined => {
  if (Array.isArray(value)) return value[Number(step)];
  return isJsonObject(value) ? ownValue(value, String(step)) : undefined;
};

/** The variables as they will be once the changes so far are applied, so that later assignments build on earlier ones. */
export class PendingVariables {
  private readonly scopes = new Map<string, Map<string, Json>>();

  constructor(private readonly variables: NodeVariables) {}

  /** What a reference names, changes included. */
  readonly lookup: Lookup = (path) => {
    const [scope, name, ...steps] = path;
    const changed = this.scopes.get(scope);
    if (name === undefined || !changed?.has(String(name))) return this.variables.lookup(path);
    const value = steps.reduce<Json | undefined>(stepInto, changed.get(String(name)));
    return value === undefined ? this.variables.lookup(path) : value;
  };

  /** The present value of a target. @throws VARIABLE_UNKNOWN when it is declared nowhere; `flow` needs no declaration */
  current({ scope, name }: AssignmentTarget): Json {
    const path: ReferencePath = [scope, name];
    const isKnown = this.scopes.get(scope)?.has(name) === true || this.variables.has(path);
    if (!isKnown && scope === 'flow') return null;
    const value = this.lookup(path);
    // Dify's mode reads what does not exist as its bare path, but does not assign it either.
    if (!isKnown) throw nodeErrors.VARIABLE_UNKNOWN({ reference: formatReferencePath(path) });
    return value;
  }

  set({ scope, name }: AssignmentTarget, value: Json): void {
    const changed = this.scopes.get(scope) ?? new Map<string, Json>();
    this.scopes.set(scope, changed.set(name, value));
  }

  /** The namespaces that a template mentions, changes included. */
  namespaces(source: string): JsonObject {
    const namespaces = mentionedNamespaces(source, this.variables);
    for (const [scope, changed] of this.scopes) {
      if (!source.includes(scope)) continue;
      const known = namespaces[scope];
      namespaces[scope] = { ...(isJsonObject(known) ? known : {}), ...Object.fromEntries(changed) };
    }
    return namespaces;
  }

  /** Every changed variable once, with its last value. */
  changes(): VariableChange[] {
    return [...this.scopes].flatMap(([scope, changed]) =>
      [...changed].map(([name, value]) => ({ scope, name, value })),
    );
  }
}
