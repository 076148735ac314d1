import type { JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter } from '../node-converter';
import { readNamed, writeNamed } from './named-values';
import { readType, writeType } from './value-types';

function readOutputs(outputs: Fields): JsonObject {
  const types: JsonObject = {};
  for (const name of outputs.keys()) {
    const output = outputs.object(name);
    types[name] = readType(output.text('type', 'string'));
  }
  return types;
}

function writeOutputs(outputs: Fields): JsonObject {
  const types: JsonObject = {};
  for (const name of outputs.keys()) types[name] = { type: writeType(outputs.text(name)), children: null };
  return types;
}

/** `code`: a function `main`. */
export const code: NodeConverter = {
  dify: ['code'],
  type: 'code',
  kept: ['dependencies'],
  read: (data, node) => ({
    config: {
      language: data.text('code_language', 'python3') === 'javascript' ? 'javascript' : 'python',
      inputs: readNamed(data, 'variables', node),
      code: data.text('code'),
      outputs: readOutputs(data.object('outputs')),
    },
  }),
  write: (config, node) => ({
    code_language: config.text('language', 'javascript') === 'python' ? 'python3' : 'javascript',
    variables: writeNamed(config, 'inputs', node),
    code: config.text('code'),
    outputs: writeOutputs(config.object('outputs')),
  }),
};
