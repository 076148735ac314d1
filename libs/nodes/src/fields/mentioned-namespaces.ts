import type { NodeVariables } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';

/**
 * The namespaces that a foreign template may read: those whose name stands in its text. What it does not mention
 * (other nodes' data, secrets of `env`) never leaves the process.
 */
export function mentionedNamespaces(source: string, variables: NodeVariables): JsonObject {
  const entries = Object.entries(variables.namespaces()).filter(([name]) => source.includes(name));
  return Object.fromEntries(entries);
}
