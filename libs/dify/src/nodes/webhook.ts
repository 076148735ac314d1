import { isJsonObject, type JsonObject } from '@heddle/model';
import { Fields } from '../fields';
import type { NodeConverter } from '../node-converter';

/** Types of parameters and body fields. */
const TYPES: Readonly<Record<string, string>> = {
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  file: 'file',
};

function readInput(field: Fields): JsonObject {
  const type = field.text('type');
  return {
    name: field.text('name'),
    label: '',
    type: TYPES[type] ?? (type.startsWith('array') ? 'array' : 'string'),
    required: field.flag('required'),
    default: null,
  };
}

function writeInput(input: Fields): JsonObject {
  input.ignore('label', 'default', 'options', 'allowed_file_types', 'allowed_file_extensions');
  const type = input.text('type', 'string');
  return {
    name: input.text('name'),
    type: TYPES[type] ?? (type === 'array' ? 'array[object]' : 'string'),
    required: input.flag('required'),
  };
}

/** The names of headers that a node declares. */
const headerNames = (data: Fields): string[] => {
  const headers = data.peek('headers');
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((header) =>
    isJsonObject(header) && typeof header['name'] === 'string' ? [header['name']] : [],
  );
};

const variableOf = (header: string): string => header.replaceAll('-', '_');

/** `trigger-webhook`; its headers are outputs by name there, and stand in `headers` here. */
export const webhook: NodeConverter = {
  dify: ['trigger-webhook'],
  type: 'trigger',
  writes: ({ kind }) => kind === 'webhook',
  kept: ['headers', 'content_type', 'webhook_url', 'webhook_debug_url', 'variables', 'timeout', 'async_mode'],
  readSteps([name, ...rest], data) {
    const header = headerNames(new Fields(data)).find((known) => variableOf(known) === name);
    if (header !== undefined) return ['headers', header.toLowerCase(), ...rest];
    return name === '_webhook_raw' ? ['body', ...rest] : [name ?? '', ...rest];
  },
  writeSteps([name, header, ...rest], origin) {
    if (name !== 'headers' || typeof header !== 'string') {
      return [name ?? '', ...(header === undefined ? [] : [header]), ...rest];
    }
    const declared = headerNames(origin).find((known) => known.toLowerCase() === header);
    return [variableOf(declared ?? header), ...rest];
  },
  read(data, node) {
    const inputs = [...data.objects('params'), ...data.objects('body')].map(readInput);
    const status = data.number('status_code') ?? 200;
    const mustHave = data
      .copy()
      .objects('headers')
      .filter((header) => header.flag('required'));
    for (const header of mustHave) {
      node.warn('FIELD_NOT_CARRIED', { field: `headers.${header.text('name')}.required` });
    }
    if (status === 200) return { config: configOf(data, inputs) };
    // The status is that of a finished run here, there that of the answer at once.
    node.warn('FIELD_NOT_CARRIED', { field: 'status_code' }, 'response');
    return { config: { ...configOf(data, inputs), response: { status } } };
  },
  write(config, node) {
    const method = config.text('method', 'POST');
    const inputs = config.objects('inputs').map(writeInput);
    const response = config.object('response');
    response.ignore('mode');
    config.ignore('kind', 'cron', 'timezone');
    if (config.has('secret')) node.warn('SECRET_BLANK', { name: 'secret' }, 'secret');
    config.ignore('secret');
    return {
      method: method === 'ANY' ? 'POST' : method,
      content_type: 'application/json',
      params: method === 'GET' ? inputs : [],
      body: method === 'GET' ? [] : inputs,
      status_code: response.number('status') ?? 200,
      response_body: '',
    };
  },
};

const configOf = (data: Fields, inputs: JsonObject[]): JsonObject => ({
  kind: 'webhook',
  method: data.text('method', 'POST').toUpperCase(),
  inputs,
});
