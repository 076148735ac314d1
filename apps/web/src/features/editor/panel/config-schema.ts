import type { AnyNodeDefinition } from '@heddle/model';
import type { JsonSchema } from '@heddle/ui';
import { z } from 'zod';

const schemas = new WeakMap<AnyNodeDefinition, JsonSchema>();

/** The form that a node type's config is edited with; made once per type. */
export function configSchemaOf(definition: AnyNodeDefinition): JsonSchema {
  const known = schemas.get(definition);
  if (known) return known;
  const made = z.toJSONSchema(definition.config, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  schemas.set(definition, made);
  return made;
}
