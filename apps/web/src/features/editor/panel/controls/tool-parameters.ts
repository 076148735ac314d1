import { isJsonObject, type Json, type JsonObject } from '@heddle/model';

/** An argument of a tool, as its form shows it. */
export interface ToolParameter {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The node has a value for it, but the tool does not know it (any more). */
  readonly isUnknown: boolean;
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function typeOf(schema: JsonObject): string {
  const { type } = schema;
  return Array.isArray(type) ? type.map(String).join(' | ') : textOf(type);
}

/** Lists what a tool takes, in its order, and after that what is given without being asked for. */
export function toolParameters(schema: unknown, given: unknown): ToolParameter[] {
  const root = isJsonObject(schema) ? schema : {};
  const properties = isJsonObject(root['properties']) ? root['properties'] : {};
  const required = new Set(Array.isArray(root['required']) ? root['required'] : []);
  const known = Object.entries(properties).map(([name, property]): ToolParameter => {
    const details = isJsonObject(property) ? property : {};
    return {
      name,
      type: typeOf(details),
      description: textOf(details['description']),
      isRequired: required.has(name),
      isUnknown: false,
    };
  });
  const extra = Object.keys(isJsonObject(given) ? given : {})
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name): ToolParameter => ({ name, type: '', description: '', isRequired: false, isUnknown: true }));
  return [...known, ...extra];
}
