import type { z } from 'zod';
import type { AnyNodeDefinition } from '../definition/node-definition';
import { isJsonObject, type JsonObject } from '../json';

/** A node's config after migration and parsing, or what is wrong with it. */
export type NodeConfigReading =
  | { readonly isValid: true; readonly config: never; readonly raw: JsonObject }
  | { readonly isValid: false; readonly raw: unknown; readonly issues: readonly z.core.$ZodIssue[] };

function migrate(
  node: { readonly config?: unknown; readonly version?: unknown },
  definition: AnyNodeDefinition,
): unknown {
  const config = node.config ?? {};
  if (!isJsonObject(config)) return config;
  const version = typeof node.version === 'number' ? node.version : 1;
  return definition.migrations
    .slice(Math.max(0, version - 1), definition.version - 1)
    .reduce((older, toNext) => toNext(older), config);
}

/** Reads a node's config: migrated from the version it was saved in (the first, when it names none), then parsed. */
export function readNodeConfig(
  node: { readonly config?: unknown; readonly version?: unknown },
  definition: AnyNodeDefinition,
): NodeConfigReading {
  const raw = migrate(node, definition);
  const parsed = definition.config.safeParse(raw);
  if (!parsed.success) return { isValid: false, raw, issues: parsed.error.issues };
  // Only the definition whose schema this is reads the config again.
  return { isValid: true, config: parsed.data as never, raw: raw as JsonObject };
}

/** The node with the envelope keys that its config held in older versions, where the envelope itself is silent. */
export function withOlderEnvelope<Node extends { readonly config?: unknown }>(
  node: Node,
  definition: AnyNodeDefinition | undefined,
): Node {
  if (!definition?.envelope || !isJsonObject(node.config)) return node;
  return { ...definition.envelope(node.config), ...node };
}
