import type { z } from 'zod';
import type { AnyNodeDefinition } from '../definition/node-definition';
import { isJsonObject, type JsonObject } from '../json';

/** A node's config after migration and parsing, or what is wrong with it. */
export type NodeConfigReading =
  | { readonly isValid: true; readonly config: never; readonly raw: JsonObject }
  | { readonly isValid: false; readonly raw: unknown; readonly issues: readonly z.core.$ZodIssue[] };

/** Brings a config to the current version of its type; nodes without a version are taken as current. */
export function migrateConfig(
  node: { readonly config?: unknown; readonly version?: unknown },
  definition: AnyNodeDefinition,
): unknown {
  const config = node.config ?? {};
  if (typeof node.version !== 'number' || !isJsonObject(config)) return config;
  return definition.migrations
    .slice(Math.max(0, node.version - 1))
    .reduce((older, migrate) => migrate(older), config);
}

/** Reads a node's config the way every part of the product must: migrate, then parse. */
export function readNodeConfig(
  node: { readonly config?: unknown; readonly version?: unknown },
  definition: AnyNodeDefinition,
): NodeConfigReading {
  const raw = migrateConfig(node, definition);
  const parsed = definition.config.safeParse(raw);
  if (!parsed.success) return { isValid: false, raw, issues: parsed.error.issues };
  return { isValid: true, config: parsed.data, raw: raw as JsonObject };
}
