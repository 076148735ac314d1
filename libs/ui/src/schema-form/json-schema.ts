/** Texts of one choice, in both languages. */
export interface ChoiceLabel {
  readonly en: string;
  readonly zh: string;
}

/** The parts of JSON Schema (draft 2020-12) that forms read, with the presentation that our schemas carry. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | boolean;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;

  readonly title?: string;
  readonly title_zh?: string;
  readonly description?: string;
  readonly help?: string;
  readonly help_zh?: string;
  readonly control?: string;
  readonly placeholder?: string;
  readonly labels?: Readonly<Record<string, ChoiceLabel>>;
  readonly language?: string;
  readonly show_if?: { readonly field: string; readonly in: readonly (string | boolean)[] };
  readonly is_advanced?: boolean;
  readonly [key: string]: unknown;
}

/** A schema with references followed, unions with null opened and single-branch unions merged. */
export interface ResolvedSchema {
  readonly schema: JsonSchema;
  readonly isNullable: boolean;
}

/** Follows `$ref` into the root's `$defs`; unknown references stand for anything. */
export function followReference(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $ref: reference, ...own } = schema;
  if (reference === undefined) return schema;
  const name = /^#\/\$defs\/(.+)$/.exec(reference)?.[1];
  const target = name === undefined ? root : (root.$defs?.[name] ?? {});
  return { ...target, ...own };
}

/** Makes a schema plain enough to choose a control by. */
export function resolveSchema(schema: JsonSchema, root: JsonSchema): ResolvedSchema {
  const followed = followReference(schema, root);
  const branches = followed.anyOf ?? followed.oneOf;
  if (!branches) return { schema: followed, isNullable: false };
  const resolved = branches.map((branch) => followReference(branch, root));
  const others = resolved.filter((branch) => branch.type !== 'null');
  const isNullable = others.length < resolved.length;
  const { anyOf: _anyOf, oneOf: _oneOf, ...own } = followed;
  const [only] = others;
  if (others.length === 1 && only) return { schema: { ...only, ...own }, isNullable };
  if (others.length > 0 && others.every((branch) => branch.const !== undefined)) {
    return { schema: { ...own, enum: others.map((branch) => branch.const) }, isNullable };
  }
  return { schema: followed, isNullable };
}

/** A value that a new field or list item starts with. */
export function initialValue(schema: JsonSchema, root: JsonSchema): unknown {
  if (schema.default !== undefined) return structuredClone(schema.default);
  const { schema: plain, isNullable } = resolveSchema(schema, root);
  if (plain.default !== undefined) return structuredClone(plain.default);
  if (plain.const !== undefined) return plain.const;
  if (plain.enum) return plain.enum[0];
  if (isNullable) return null;
  if (plain.type === 'object') return initialObject(plain, root);
  return INITIAL_VALUES[String(plain.type)] ?? (plain.type === 'array' ? [] : '');
}

const INITIAL_VALUES: Readonly<Record<string, unknown>> = {
  boolean: false,
  number: 0,
  integer: 0,
  null: null,
};

function initialObject(schema: JsonSchema, root: JsonSchema): Record<string, unknown> {
  const required = schema.required ?? [];
  const entries = Object.entries(schema.properties ?? {})
    .filter(([key, property]) => required.includes(key) || property.default !== undefined)
    .map(([key, property]) => [key, initialValue(property, root)] as const);
  return Object.fromEntries(entries);
}
