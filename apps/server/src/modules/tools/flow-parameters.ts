import type { JsonObject } from '@heddle/model';
import { listTriggers, type TriggerInput } from '@heddle/nodes';
import type { RunnableFlow } from '../flows/runnable-flow';

const FILE = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, mime_type: { type: 'string' } },
  required: ['id'],
} as const satisfies JsonObject;

const SCHEMA_OF: Readonly<Record<TriggerInput['type'], (input: TriggerInput) => JsonObject>> = {
  string: () => ({ type: 'string' }),
  paragraph: () => ({ type: 'string' }),
  number: () => ({ type: 'number' }),
  integer: () => ({ type: 'integer' }),
  boolean: () => ({ type: 'boolean' }),
  select: ({ options }) => (options.length > 0 ? { type: 'string', enum: [...options] } : { type: 'string' }),
  object: () => ({ type: 'object' }),
  array: () => ({ type: 'array' }),
  file: () => ({ ...FILE }),
  files: () => ({ type: 'array', items: { ...FILE } }),
};

function schemaOf(input: TriggerInput): JsonObject {
  const label = input.label.trim();
  return { ...SCHEMA_OF[input.type](input), ...(label === '' ? {} : { description: label }) };
}

/** The name of the argument that is said to a chatflow. */
export const QUERY_ARGUMENT = 'query';

/** JSON Schema of what a flow takes when it is called. */
export function flowParameters({ compiled }: RunnableFlow, isChat: boolean): JsonObject {
  const starts = listTriggers([...compiled.nodes.values()].map(({ node }) => node));
  const start = starts.find(({ config }) => config.kind === 'manual' || config.kind === 'api');
  const inputs = start?.config.inputs ?? [];
  const query = { type: 'string', description: 'What to say to the flow' };
  const properties = Object.fromEntries(inputs.map((input) => [input.name, schemaOf(input)]));
  return {
    type: 'object',
    properties: isChat ? { ...properties, [QUERY_ARGUMENT]: query } : properties,
    required: [
      ...inputs.filter(({ required, default: value }) => required && value === null).map(({ name }) => name),
      ...(isChat ? [QUERY_ARGUMENT] : []),
    ],
    additionalProperties: false,
  };
}
