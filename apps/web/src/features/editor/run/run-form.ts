import { isCallableStart, type FlowDocument, type Json, type JsonObject } from '@heddle/model';
import { catalogue, type TriggerInput } from '@heddle/nodes';
import type { FieldIssue, JsonSchema } from '@heddle/ui';

const SHAPES: Readonly<Record<TriggerInput['type'], JsonSchema>> = {
  string: { type: 'string', control: 'text' },
  paragraph: { type: 'string', control: 'textarea' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  select: { control: 'select' },
  object: { control: 'json' },
  array: { control: 'json' },
  file: { control: 'file' },
  files: { control: 'file', is_many: true },
};

/** What the flow asks its caller for, as its start node declares it. */
export function declaredInputs(document: FlowDocument): readonly TriggerInput[] {
  const starts = document.nodes.filter((node) => catalogue.get(node.type)?.kind === 'start');
  const start = starts.find((node) => isCallableStart(node.config)) ?? starts[0];
  const parsed = start && catalogue.get(start.type)?.config.safeParse(start.config);
  if (!parsed?.success) return [];
  const { inputs } = parsed.data as { inputs?: readonly TriggerInput[] };
  return inputs ?? [];
}

/** The form that a run is started with. */
export function runFormSchema(inputs: readonly TriggerInput[]): JsonSchema {
  return {
    type: 'object',
    required: inputs.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      inputs.map((input) => [
        input.name,
        {
          ...SHAPES[input.type],
          title: input.label || input.name,
          ...(input.type === 'select' ? { enum: input.options } : {}),
          ...(input.max_length === undefined ? {} : { maxLength: input.max_length }),
          ...(input.allowed_file_extensions.length > 0 ? { extensions: input.allowed_file_extensions } : {}),
        },
      ]),
    ),
  };
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** What the form begins with: what was given last time where it still exists, else the declared defaults. */
export function initialInputs(inputs: readonly TriggerInput[], last: JsonObject): JsonObject {
  const entries = inputs.map(({ name, default: preset }): [string, Json | undefined] => [
    name,
    Object.hasOwn(last, name) ? last[name] : preset,
  ]);
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => !isEmpty(entry[1])));
}

/** Required inputs that are missing, as findings for the form. */
export const missingInputs = (
  inputs: readonly TriggerInput[],
  values: JsonObject,
  message: string,
): FieldIssue[] =>
  inputs
    .filter(({ name, required }) => required && isEmpty(values[name]))
    .map(({ name }) => ({ path: name, message }));
