import type { JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter } from '../node-converter';
import {
  MODEL_KEPT,
  optional,
  readMemory,
  readModel,
  readVision,
  writeMemory,
  writeModel,
  writeVision,
} from './model';

const TYPES: ReadonlySet<string> = new Set([
  'string',
  'number',
  'boolean',
  'select',
  'array[string]',
  'array[number]',
  'array[boolean]',
  'array[object]',
]);

function readParameter(parameter: Fields): JsonObject {
  const given = parameter.text('type', 'string');
  const type = given === 'bool' ? 'boolean' : given;
  const options = parameter.texts('options');
  return {
    name: parameter.text('name'),
    type: TYPES.has(type) ? type : 'string',
    description: parameter.text('description'),
    ...(options.length > 0 ? { options } : {}),
    required: parameter.flag('required'),
  };
}

function writeParameter(parameter: Fields): JsonObject {
  const type = parameter.text('type', 'string');
  const options = parameter.texts('options');
  return {
    name: parameter.text('name'),
    type: TYPES.has(type) ? type : type === 'integer' ? 'number' : 'string',
    description: parameter.text('description'),
    ...(options.length > 0 ? { options } : {}),
    required: parameter.flag('required'),
  };
}

/** `parameter-extractor`: a model finds typed values in a text. */
export const parameterExtractor: NodeConverter = {
  dify: ['parameter-extractor'],
  type: 'parameter_extractor',
  outputs: {
    __is_success: 'is_success',
    __reason: 'reason',
    '__usage.prompt_tokens': 'usage.prompt',
    '__usage.completion_tokens': 'usage.completion',
    '__usage.total_tokens': 'usage.total',
    '__usage.total_price': 'usage.cost',
    __usage: 'usage',
  },
  kept: MODEL_KEPT,
  read: (data, node) => ({
    config: {
      ...readModel(data),
      query: node.reference(data.value('query')),
      parameters: data.objects('parameters').map(readParameter),
      instruction: node.text(data.text('instruction')),
      mode: data.text('reasoning_mode', 'function_call') === 'prompt' ? 'prompt' : 'tools',
      ...optional('memory', readMemory(data, node)),
      ...optional('vision', readVision(data, node)),
    },
  }),
  write: (config, node) => ({
    model: writeModel(config, node),
    query: node.selector(config.value('query'), 'query'),
    parameters: config.objects('parameters').map(writeParameter),
    instruction: node.text(config.value('instruction')),
    reasoning_mode: config.text('mode', 'tools') === 'prompt' ? 'prompt' : 'function_call',
    ...optional('memory', writeMemory(config)),
    vision: writeVision(config, node),
  }),
};
