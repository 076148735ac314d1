import type { NodeContext } from '@heddle/engine';
import type { Json, JsonObject } from '@heddle/model';
import { soleReference } from './reference';
import type { NamedValues } from './value-schema';

type Scope = Pick<NodeContext, 'variables' | 'isDifyCompatible'>;

/** A value for an interpreter; in Dify's mode a reference that leads nowhere is null there, not its bare path. */
function resolveOne(value: Json, { variables, isDifyCompatible }: Scope): Json {
  const path = isDifyCompatible ? soleReference(value) : undefined;
  return path !== undefined && !variables.has(path) ? null : variables.resolve(value);
}

/** Named values as code and templates are given them. */
export function resolveNamed(items: NamedValues, scope: Scope): JsonObject {
  const values: JsonObject = {};
  for (const { name, value } of items) values[name] = resolveOne(value, scope);
  return values;
}
