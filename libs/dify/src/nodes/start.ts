import type { Json, JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter, NodeExport, NodeImport } from '../node-converter';
import { reversed, type Renames } from '../references';
import { readConstant, writeConstant } from './value-types';

const TYPES: Renames = {
  'text-input': 'string',
  paragraph: 'paragraph',
  select: 'select',
  number: 'number',
  checkbox: 'boolean',
  file: 'file',
  'file-list': 'files',
  json_object: 'object',
};
const TYPES_BACK: Renames = { ...reversed(TYPES), integer: 'number', array: 'json_object' };

/** Types that come back as they were; of the others Dify knows something similar. */
const EXACT: ReadonlySet<string> = new Set(Object.values(TYPES));

const MAX_LENGTH = 1_000_000;
const FILE_KINDS = ['image', 'document', 'audio', 'video'];
const UPLOAD_METHODS = ['local_file', 'remote_url'];

function readDefault(value: Json | undefined, type: string): Json {
  if (type === 'file' || type === 'files') return null;
  if (value === '' || value === undefined || value === null) return null;
  return readConstant(value, type);
}

function readFileLimits(variable: Fields): JsonObject {
  const kinds = variable.texts('allowed_file_types');
  const extensions = variable.texts('allowed_file_extensions').map((text) => text.replace(/^\./, ''));
  return { allowed_file_types: kinds, allowed_file_extensions: extensions };
}

/** What only inputs of a type have. */
function readDetails(variable: Fields, type: string, node: NodeImport): JsonObject {
  const options = variable.texts('options');
  const length = variable.number('max_length') ?? 0;
  const files = readFileLimits(variable);
  switch (type) {
    case 'select':
      return { options };
    case 'string':
    case 'paragraph':
      return length > 0 ? { max_length: node.within('max_length', length, [1, MAX_LENGTH]) } : {};
    case 'file':
      return files;
    case 'files':
      return length > 0 ? { ...files, max_files: node.within('max_length', length, [1, 100]) } : files;
    default:
      return {};
  }
}

function readInput(variable: Fields, node: NodeImport): JsonObject {
  const name = variable.text('variable');
  const given = variable.text('type', 'text-input');
  const type = Object.hasOwn(TYPES, given) ? (TYPES[given] ?? 'string') : 'string';
  if (!Object.hasOwn(TYPES, given)) node.warn('FIELD_NOT_CARRIED', { field: `${name}: ${given}` }, 'inputs');
  variable.ignore('allowed_file_upload_methods', 'hint', 'placeholder', 'unit');
  return {
    name,
    label: variable.text('label'),
    type,
    required: variable.flag('required'),
    default: readDefault(variable.value('default'), type),
    ...readDetails(variable, type, node),
  };
}

function writeFileLimits(input: Fields, type: string): JsonObject {
  const kinds = input.texts('allowed_file_types');
  const extensions = input.texts('allowed_file_extensions');
  if (type !== 'file' && type !== 'files') return {};
  return {
    allowed_file_types: kinds.length > 0 ? kinds : FILE_KINDS,
    allowed_file_extensions: extensions.map((extension) => `.${extension}`),
    allowed_file_upload_methods: UPLOAD_METHODS,
  };
}

function writeInput(input: Fields, node: NodeExport): JsonObject {
  const name = input.text('name');
  const type = input.text('type', 'string');
  if (!EXACT.has(type)) node.warn('FIELD_NOT_IN_DIFY', { field: `${name}: ${type}` }, 'inputs');
  const limit = input.number('max_length') ?? input.number('max_files');
  input.ignore('max_files');
  const value = input.value('default') ?? null;
  const options = input.texts('options');
  return {
    variable: name,
    label: input.text('label') || name,
    type: TYPES_BACK[type] ?? 'text-input',
    required: input.flag('required'),
    options,
    ...(limit === undefined ? {} : { max_length: limit }),
    ...(value === null ? {} : { default: type === 'number' ? String(value) : writeConstant(value) }),
    ...writeFileLimits(input, type),
  };
}

/** `start`: what a person or the API begins with. */
export const start: NodeConverter = {
  dify: ['start'],
  type: 'trigger',
  writes: ({ kind }) => kind !== 'webhook' && kind !== 'schedule',
  read: (data, node) => ({
    config: {
      kind: 'manual',
      inputs: data.objects('variables').map((variable) => readInput(variable, node)),
    },
  }),
  write(config, node) {
    config.ignore('kind', 'method', 'secret', 'response', 'cron', 'timezone');
    return { variables: config.objects('inputs').map((input) => writeInput(input, node)) };
  },
};
