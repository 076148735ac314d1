import { followReference, type JsonSchema } from '@heddle/ui';

/** A parameter of a tool, as lists show it. */
export interface SchemaParameter {
  readonly name: string;
  /** As `integer`, `string[]` or `string | null`; empty when anything goes. */
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The only values that it takes; none when there are others. */
  readonly choices: readonly string[];
}

/** Deeper than any type that is still readable; references may go in circles. */
const MAX_DEPTH = 4;

function typeOf(given: JsonSchema, root: JsonSchema, depth = 0): string {
  if (depth > MAX_DEPTH) return '';
  const schema = followReference(given, root);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return union(branches.map((branch) => typeOf(branch, root, depth + 1)));
  if (typeof schema.type !== 'string') return union([...(schema.type ?? [])]);
  const { items } = schema;
  if (schema.type !== 'array' || typeof items !== 'object') return schema.type;
  const inner = typeOf(items, root, depth + 1);
  return inner.includes(' ') ? `(${inner})[]` : `${inner || 'any'}[]`;
}

const union = (types: readonly string[]): string => [...new Set(types)].filter(Boolean).join(' | ');

function choicesOf(given: JsonSchema, root: JsonSchema): readonly string[] {
  const schema = followReference(given, root);
  const items = typeof schema.items === 'object' ? followReference(schema.items, root) : undefined;
  const values = schema.enum ?? items?.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

/** Lists what a tool takes, in the order of its schema. */
export function schemaParameters(root: JsonSchema): readonly SchemaParameter[] {
  const required = new Set(root.required);
  return Object.entries(root.properties ?? {}).map(([name, given]) => ({
    name,
    type: typeOf(given, root),
    description: followReference(given, root).description ?? '',
    isRequired: required.has(name),
    choices: choicesOf(given, root),
  }));
}
