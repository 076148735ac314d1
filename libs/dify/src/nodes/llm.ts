import { isJsonObject, type JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter, NodeExport, NodeImport } from '../node-converter';
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
import { readNamed, writeNamed } from './named-values';
import { USAGE } from './usage';

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant']);
const QUERY = '{{ sys.query }}';

function readMessage(message: Fields, node: NodeImport): JsonObject {
  const given = message.text('role', 'user');
  const role = ROLES.has(given) ? given : 'user';
  message.ignore('id');
  const text = message.text('text');
  const template = message.text('jinja2_text');
  return message.text('edition_type') === 'jinja2'
    ? { role, text: template || text, syntax: 'jinja2' }
    : { role, text: node.text(text) };
}

/** Chat models have a list of messages, completion models a single one. */
function readPrompt(data: Fields, node: NodeImport): JsonObject[] {
  if (!isJsonObject(data.peek('prompt_template'))) {
    return data.objects('prompt_template').map((message) => readMessage(message, node));
  }
  const message = readMessage(data.object('prompt_template'), node);
  return [message];
}

/** The message to answer is said in full, as Dify adds it whatever the prompt mentions. */
function readLlmMemory(data: Fields, node: NodeImport): JsonObject | undefined {
  const memory = readMemory(data, node);
  if (!memory) return node.mode === 'chatflow' ? { enabled: false } : undefined;
  const query = data.object('memory').text('query_prompt_template');
  if (node.mode !== 'chatflow' && query === '') return memory;
  return { ...memory, query: query === '' ? QUERY : node.text(query) };
}

function readContext(data: Fields, node: NodeImport): string | undefined {
  const context = data.object('context');
  const passages = node.reference(context.value('variable_selector'));
  return context.flag('enabled') && passages !== '' ? passages : undefined;
}

function readSchema(data: Fields): JsonObject | undefined {
  const isOn = data.flag('structured_output_enabled') || data.peek('structured_output_switch_on') === true;
  data.ignore('structured_output_switch_on');
  if (!isOn) return undefined;
  const schema = data.object('structured_output').value('schema');
  return isJsonObject(schema) ? schema : undefined;
}

function writeMessage(message: Fields, node: NodeExport): JsonObject {
  const role = message.text('role', 'user');
  if (message.text('syntax', 'text') !== 'jinja2') return { role, text: node.text(message.value('text')) };
  const template = message.text('text');
  return { role, text: '', edition_type: 'jinja2', jinja2_text: template };
}

function writeLlmMemory(config: Fields, node: NodeExport): JsonObject | undefined {
  // A chatflow that does not say remembers.
  if (node.mode === 'chatflow' && config.peek('memory') === undefined) {
    return { window: { enabled: true, size: 10 }, query_prompt_template: '{{#sys.query#}}' };
  }
  const memory = writeMemory(config);
  const query = node.text(config.object('memory').value('query'));
  return memory && (query === '' ? memory : { ...memory, query_prompt_template: query });
}

function writeSchema(config: Fields): JsonObject {
  const schema = config.value('structured_output');
  return isJsonObject(schema)
    ? { structured_output_enabled: true, structured_output: { schema } }
    : { structured_output_enabled: false };
}

/** `llm`: asks a language model. */
export const llm: NodeConverter = {
  dify: ['llm'],
  type: 'llm',
  outputs: { ...USAGE, reasoning_content: 'reasoning', structured_output: 'structured' },
  kept: [...MODEL_KEPT, 'structured_output'],
  read: (data, node) => ({
    config: {
      ...readModel(data),
      prompt: readPrompt(data, node),
      ...optional(
        'variables',
        namedOrNone(readNamed(data.object('prompt_config'), 'jinja2_variables', node)),
      ),
      ...optional('context', readContext(data, node)),
      ...optional('memory', readLlmMemory(data, node)),
      ...optional('vision', readVision(data, node)),
      ...optional('structured_output', readSchema(data)),
      reasoning: data.text('reasoning_format', 'tagged') === 'separated' ? 'separate' : 'inline',
    },
  }),
  write(config, node) {
    const memory = writeLlmMemory(config, node);
    const context = config.value('context');
    return {
      model: writeModel(config, node),
      prompt_template: config.objects('prompt').map((message) => writeMessage(message, node)),
      prompt_config: { jinja2_variables: writeNamed(config, 'variables', node) },
      context: {
        enabled: context !== undefined,
        variable_selector: context === undefined ? [] : node.selector(context, 'context'),
      },
      ...optional('memory', memory),
      vision: writeVision(config, node),
      ...writeSchema(config),
      reasoning_format: config.text('reasoning', 'separate') === 'inline' ? 'tagged' : 'separated',
    };
  },
};

const namedOrNone = (named: JsonObject[]): JsonObject[] | undefined => (named.length > 0 ? named : undefined);
