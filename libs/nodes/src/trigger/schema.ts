import {
  defineNode,
  field,
  finding,
  isFlowError,
  type NodeFinding,
  type OutputField,
  type ValueType,
} from '@heddle/model';
import { z } from 'zod';
import { checkNames, valueSchema } from '../fields/value-schema';
import { coerceInput } from './coerce-input';
import { checkSchedule, SCHEDULE_OUTPUTS, scheduleFields } from './schedule-config';
import { checkWebhook, REQUEST_OUTPUTS, webhookFields } from './webhook-config';

/** Types of declared inputs. */
export const INPUT_TYPES = [
  'string',
  'paragraph',
  'number',
  'integer',
  'boolean',
  'select',
  'object',
  'array',
  'file',
  'files',
] as const;

/** Kinds of files that an input may be limited to. */
export const FILE_KINDS = ['image', 'document', 'audio', 'video', 'custom'] as const;

const inputSchema = z.object({
  name: field(z.string(), { title: 'Name', title_zh: '变量名', control: 'text' }),
  label: field(z.string().default(''), { title: 'Label', title_zh: '显示名称', control: 'text' }),
  type: field(z.enum(INPUT_TYPES).default('string'), { title: 'Type', title_zh: '类型', control: 'select' }),
  required: field(z.boolean().default(false), { title: 'Required', title_zh: '必填', control: 'switch' }),
  default: field(valueSchema.default(null), { title: 'Default', title_zh: '默认值', control: 'json' }),
  options: field(z.array(z.string()).default([]), {
    title: 'Options',
    title_zh: '选项',
    help: 'The choices of a select.',
    help_zh: '下拉选择的可选值。',
    control: 'list',
  }),
  max_length: field(z.number().int().min(1).max(1_000_000).optional(), {
    title: 'Longest text',
    title_zh: '最大长度',
    help: 'In characters.',
    help_zh: '以字符计。',
    control: 'number',
  }),
  allowed_file_types: field(z.array(z.enum(FILE_KINDS)).default([]), {
    title: 'Allowed kinds of files',
    title_zh: '允许的文件种类',
    help: 'All kinds when empty.',
    help_zh: '留空表示全部。',
    control: 'list',
  }),
  allowed_file_extensions: field(z.array(z.string()).default([]), {
    title: 'Allowed file extensions',
    title_zh: '允许的扩展名',
    help: 'Such as pdf or png; all when empty.',
    help_zh: '例如 pdf、png；留空表示全部。',
    control: 'list',
  }),
  max_files: field(z.number().int().min(1).max(100).optional(), {
    title: 'Most files',
    title_zh: '最多文件数',
    control: 'number',
  }),
});

/** One declared input of a flow. */
export type TriggerInput = z.infer<typeof inputSchema>;

/** What may start a flow. */
export const TRIGGER_KINDS = ['manual', 'api', 'webhook', 'schedule'] as const;

const configSchema = z.object({
  kind: field(z.enum(TRIGGER_KINDS).default('manual'), {
    title: 'Started by',
    title_zh: '启动方式',
    help: 'A person or the API: both start the flow from the console and by API. Webhook and schedule: once published.',
    help_zh: '手动和 API 都可以从控制台和 API 启动；Webhook 和定时在发布后生效。',
    control: 'select',
    labels: {
      manual: { en: 'A person', zh: '手动' },
      api: { en: 'The API', zh: 'API' },
      webhook: { en: 'A webhook', zh: 'Webhook' },
      schedule: { en: 'A schedule', zh: '定时' },
    },
  }),
  ...webhookFields,
  ...scheduleFields,
  inputs: field(z.array(inputSchema).default([]), {
    title: 'Inputs',
    title_zh: '输入字段',
    help: 'What a caller has to give. Later nodes read them as {{ id.name }}.',
    help_zh: '调用者需要提供的内容，后续节点以 {{ id.name }} 引用。',
    control: 'input-fields',
    show_if: { field: 'kind', in: ['manual', 'api', 'webhook'] },
  }),
});

/** See the definition of `trigger`. */
export type TriggerConfig = z.infer<typeof configSchema>;

const VALUE_TYPE_OF: Readonly<Record<TriggerInput['type'], ValueType>> = {
  string: 'string',
  paragraph: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  select: 'string',
  object: 'object',
  array: 'array[any]',
  file: 'file',
  files: 'array[file]',
};

function checkDefault(input: TriggerInput, index: number): NodeFinding[] {
  const isFile = input.type === 'file' || input.type === 'files';
  if (isFile || input.default === null || input.default === '') return [];
  try {
    coerceInput(input, undefined);
    return [];
  } catch (error) {
    if (!isFlowError(error)) throw error;
    const texts = {
      en: `The default does not fit. ${error.message}`,
      zh: `“${input.name}”的默认值不符合其类型或限制。`,
    };
    return [finding(texts, `inputs[${index}].default`)];
  }
}

function checkInput(input: TriggerInput, index: number): NodeFinding[] {
  if (input.type !== 'select' || input.options.length > 0) return checkDefault(input, index);
  const texts = {
    en: `The select "${input.name}" has no options.`,
    zh: `下拉选项“${input.name}”没有可选项。`,
  };
  return [finding(texts, `inputs[${index}].options`)];
}

const declaredOutputs = (inputs: readonly TriggerInput[]): OutputField[] =>
  inputs.map(({ name, label, type }) => ({
    name,
    type: VALUE_TYPE_OF[type],
    title: { en: label || name, zh: label || name },
  }));

function outputsOf({ kind, inputs }: TriggerConfig): OutputField[] {
  if (kind === 'schedule') return [...SCHEDULE_OUTPUTS];
  return kind === 'webhook' ? [...REQUEST_OUTPUTS, ...declaredOutputs(inputs)] : declaredOutputs(inputs);
}

function checkConfig(config: TriggerConfig): NodeFinding[] {
  if (config.kind === 'schedule') return checkSchedule(config);
  const { inputs } = config;
  const issues = [...checkNames(inputs, 'inputs'), ...inputs.flatMap(checkInput)];
  return config.kind === 'webhook' ? [...issues, ...checkWebhook(config)] : issues;
}

/** Begins a flow and declares what a caller has to give. */
export const trigger = defineNode({
  type: 'trigger',
  kind: 'start',
  effect: 'none',
  category: 'io',
  icon: 'play',
  title: { en: 'Start', zh: '开始' },
  description: {
    en: 'Begins the flow and declares its inputs.',
    zh: '流程的起点，声明输入字段。',
  },
  config: configSchema,
  initialConfig: { kind: 'manual', inputs: [] },
  literalKeys: ['inputs', 'response', 'cron', 'timezone'],
  outputs: outputsOf,
  check: checkConfig,
  summary: ({ kind, cron, inputs }) =>
    kind === 'schedule' ? cron : inputs.map(({ name }) => name).join(', '),
});
