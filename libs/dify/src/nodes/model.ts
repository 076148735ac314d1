import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeExport, NodeImport } from '../node-converter';

/** Exchanges that a node may be shown; Dify's unlimited window becomes this many. */
const MAX_WINDOW = 100;

const NUMBERS = ['temperature', 'top_p', 'max_tokens', 'seed'] as const;
const FORMATS: ReadonlySet<string> = new Set(['text', 'json_object']);

function readParams(params: Fields): JsonObject {
  const read: JsonObject = {};
  for (const name of NUMBERS) {
    const value = params.has(name) || params.peek(name) === 0 ? params.number(name) : undefined;
    if (value !== undefined) read[name] = value;
  }
  if (params.has('stop')) read['stop'] = params.texts('stop');
  const format = params.peek('response_format');
  if (typeof format === 'string' && FORMATS.has(format))
    read['response_format'] = params.text('response_format');
  return read;
}

/** The model of a node: its name and its parameters; provider and mode are kept for an export. */
export function readModel(data: Fields): JsonObject {
  const model = data.object('model');
  const name = model.text('name');
  return { ...(name === '' ? {} : { model: name }), params: readParams(model.object('completion_params')) };
}

/** Fields of a model that are kept without a warning. */
export const MODEL_KEPT = ['model.provider', 'model.mode'] as const;

/** The model of a node in Dify's form. */
export function writeModel(config: Fields, node: NodeExport): JsonObject {
  if (config.has('model_instance_id')) {
    node.warn('FIELD_NOT_IN_DIFY', { field: 'model_instance_id' }, 'model_instance_id');
  }
  config.ignore('model_instance_id');
  const kept = node.origin.peek('model');
  const origin = isJsonObject(kept) ? kept : {};
  const others = isJsonObject(origin['completion_params']) ? origin['completion_params'] : {};
  const params = config.value('params');
  return {
    provider: origin['provider'] ?? '',
    name: config.text('model'),
    mode: origin['mode'] ?? 'chat',
    completion_params: { ...others, ...(isJsonObject(params) ? params : {}) },
  };
}

/** Earlier messages that a node is shown; undefined where it has no memory. */
export function readMemory(data: Fields, node: NodeImport): JsonObject | undefined {
  if (!isJsonObject(data.peek('memory'))) return undefined;
  const window = data.object('memory').object('window');
  const isBounded = window.flag('enabled');
  const size = window.number('size') ?? MAX_WINDOW;
  return {
    enabled: true,
    window: isBounded ? node.within('memory.window.size', size, [0, MAX_WINDOW]) : MAX_WINDOW,
  };
}

/** Earlier messages in Dify's form; undefined where they are off. */
export function writeMemory(config: Fields): JsonObject | undefined {
  if (!isJsonObject(config.peek('memory'))) return undefined;
  const memory = config.object('memory');
  const isOn = memory.flag('enabled', true);
  const size = memory.number('window') ?? 10;
  return isOn ? { window: { enabled: true, size } } : undefined;
}

/** The images that a node is shown; undefined where it sees none. */
export function readVision(data: Fields, node: NodeImport): JsonObject | undefined {
  const vision = data.object('vision');
  const configs = vision.object('configs');
  const detail = configs.text('detail', 'high');
  const files = node.reference(configs.value('variable_selector')) || '{{ sys.files }}';
  return vision.flag('enabled')
    ? { enabled: true, files, detail: detail === 'low' ? 'low' : 'high' }
    : undefined;
}

/** The images in Dify's form. */
export function writeVision(config: Fields, node: NodeExport): JsonObject {
  if (!isJsonObject(config.peek('vision'))) return { enabled: false };
  const vision = config.object('vision');
  const isOn = vision.flag('enabled', true);
  const files: Json = vision.value('files') ?? '{{ sys.files }}';
  const detail = vision.text('detail', 'high');
  if (!isOn) return { enabled: false };
  return {
    enabled: true,
    configs: { variable_selector: node.selector(files, 'vision.files'), detail },
  };
}

/** An optional part of a config. */
export const optional = (key: string, value: Json | undefined): JsonObject =>
  value === undefined ? {} : { [key]: value };
