import type { Choice } from '../field/choice';
import type { UiLanguage } from '../language/ui-language';
import { resolveSchema, type JsonSchema } from './json-schema';

/** Everything a control needs to know of the field it edits. */
export interface FormField {
  readonly key: string;
  /** References followed, null opened: see {@link resolveSchema}. */
  readonly schema: JsonSchema;
  /** The schema that holds `$defs`. */
  readonly root: JsonSchema;
  readonly control: string;
  readonly title: string;
  readonly help: string | undefined;
  readonly placeholder: string | undefined;
  readonly choices: readonly Choice<string | number | boolean>[];
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly isAdvanced: boolean;
  readonly defaultValue: unknown;
}

/** Chooses a control from the schema alone, for fields that name none or one that the app lacks. */
export function controlOf(schema: JsonSchema): string {
  if (schema.enum) return 'select';
  const types = Array.isArray(schema.type) ? (schema.type as readonly string[]) : [schema.type];
  const type = types.find((candidate) => candidate !== 'null');
  if (type === 'object') return schema.properties ? 'group' : 'json';
  return CONTROLS[String(type)] ?? 'json';
}

const CONTROLS: Readonly<Record<string, string>> = {
  boolean: 'switch',
  number: 'number',
  integer: 'number',
  string: 'text',
  array: 'list',
};

/** Describes one property of an object schema in the reader's language. */
export function describeField(
  key: string,
  property: JsonSchema,
  context: {
    root: JsonSchema;
    required: readonly string[];
    language: UiLanguage;
    hasControl: (name: string) => boolean;
  },
): FormField {
  const { schema, isNullable } = resolveSchema(property, context.root);
  const { language } = context;
  return {
    key,
    schema,
    root: context.root,
    control: knownControl(schema, context.hasControl) ?? controlOf(schema),
    ...textsOf(schema, language, key),
    placeholder: schema.placeholder,
    choices: choicesOf(schema, language),
    isRequired:
      context.required.includes(key) && schema.default === undefined && !isNullable && canBeEmpty(schema),
    isNullable,
    isAdvanced: schema.is_advanced === true,
    defaultValue: schema.default,
  };
}

function knownControl(schema: JsonSchema, hasControl: (name: string) => boolean): string | undefined {
  const name = schema.control;
  return name !== undefined && (name === 'hidden' || hasControl(name)) ? name : undefined;
}

function textsOf(schema: JsonSchema, language: UiLanguage, key: string): Pick<FormField, 'title' | 'help'> {
  const own = language === 'zh' ? { title: schema.title_zh, help: schema.help_zh } : {};
  return {
    title: own.title ?? schema.title ?? key,
    help: own.help ?? schema.help ?? schema.description,
  };
}

/** Switches, selects and groups always hold something, so a mark that they must be filled would only be noise. */
const canBeEmpty = (schema: JsonSchema): boolean =>
  schema.enum === undefined && schema.type !== 'boolean' && schema.type !== 'object';

function choicesOf(schema: JsonSchema, language: UiLanguage): FormField['choices'] {
  return (schema.enum ?? []).flatMap((value) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    return [{ value, label: schema.labels?.[String(value)]?.[language] ?? String(value) }];
  });
}

/** Whether `show_if` lets a field appear: the named sibling (or its default) has one of the values. */
export function isFieldShown(field: FormField, siblings: JsonSchema, model: unknown): boolean {
  const rule = field.schema.show_if;
  if (field.control === 'hidden') return false;
  if (!rule) return true;
  const values = typeof model === 'object' && model !== null ? (model as Record<string, unknown>) : {};
  const value = Object.hasOwn(values, rule.field) ? values[rule.field] : undefined;
  const effective = value ?? siblings.properties?.[rule.field]?.default;
  return rule.in.some((allowed) => allowed === effective);
}
