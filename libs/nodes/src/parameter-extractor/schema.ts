import { defineNode, field, finding, type OutputField, type ValueType } from '@heddle/model';
import { z } from 'zod';
import {
  modelChoiceFields,
  optionalMemoryField,
  samplingField,
  visionField,
} from '../chat-model/model-fields';
import { checkNames, valueSchema } from '../fields/value-schema';

/** What a parameter may be. */
export const PARAMETER_TYPES = [
  'string',
  'number',
  'integer',
  'boolean',
  'select',
  'object',
  'array[string]',
  'array[number]',
  'array[boolean]',
  'array[object]',
] as const;

/** One of {@link PARAMETER_TYPES}. */
export type ParameterType = (typeof PARAMETER_TYPES)[number];

const parameterSchema = z.object({
  name: field(z.string(), { title: 'Name', title_zh: '名称', control: 'text', placeholder: 'city' }),
  type: field(z.enum(PARAMETER_TYPES).default('string'), {
    title: 'Type',
    title_zh: '类型',
    control: 'select',
    labels: {
      string: { en: 'Text', zh: '文本' },
      number: { en: 'Number', zh: '数字' },
      integer: { en: 'Whole number', zh: '整数' },
      boolean: { en: 'Yes or no', zh: '布尔值' },
      select: { en: 'One of a list', zh: '单选' },
      object: { en: 'Object', zh: '对象' },
      'array[string]': { en: 'List of texts', zh: '文本列表' },
      'array[number]': { en: 'List of numbers', zh: '数字列表' },
      'array[boolean]': { en: 'List of yes or no', zh: '布尔列表' },
      'array[object]': { en: 'List of objects', zh: '对象列表' },
    },
  }),
  description: field(z.string().default(''), {
    title: 'What it is',
    title_zh: '说明',
    control: 'textarea',
  }),
  options: field(z.array(z.string()).max(200).default([]), {
    title: 'Choices',
    title_zh: '选项',
    control: 'list',
    show_if: { field: 'type', in: ['select'] },
  }),
  required: field(z.boolean().default(false), { title: 'Required', title_zh: '必填', control: 'switch' }),
});

/** One parameter to find. */
export type ParameterConfig = z.infer<typeof parameterSchema>;

const configSchema = z.object({
  ...modelChoiceFields,
  query: field(valueSchema, { title: 'Text', title_zh: '输入文本', control: 'template' }),
  parameters: field(z.array(parameterSchema).max(100).default([]), {
    title: 'Parameters',
    title_zh: '参数',
    control: 'list',
  }),
  instruction: field(z.string().default(''), {
    title: 'Instructions',
    title_zh: '提取指令',
    control: 'template',
  }),
  mode: field(z.enum(['tools', 'prompt']).default('tools'), {
    title: 'How to ask',
    title_zh: '提取方式',
    control: 'select',
    labels: {
      tools: { en: 'As a function call', zh: '函数调用' },
      prompt: { en: 'As JSON', zh: '提示词（JSON）' },
    },
    is_advanced: true,
  }),
  memory: optionalMemoryField,
  vision: visionField,
  params: samplingField,
});

/** See the definition of `parameter_extractor`. */
export type ParameterExtractorConfig = z.infer<typeof configSchema>;

const OWN_OUTPUTS: readonly OutputField[] = [
  { name: 'is_success', type: 'boolean', title: { en: 'Whether all were found', zh: '是否成功' } },
  { name: 'reason', type: 'string', title: { en: 'Why not', zh: '失败原因' } },
  { name: 'usage', type: 'object', title: { en: 'Usage', zh: '用量' } },
];

const valueTypeOf = (type: ParameterType): ValueType => (type === 'select' ? 'string' : type);

/** Finds typed values in a text by asking a model. */
export const parameterExtractor = defineNode({
  type: 'parameter_extractor',
  kind: 'action',
  effect: 'read',
  category: 'llm',
  icon: 'text-search',
  title: { en: 'Parameter extractor', zh: '参数提取器' },
  description: { en: 'Finds typed values in a text.', zh: '从文本中提取结构化参数。' },
  config: configSchema,
  initialConfig: {
    query: '{{ sys.query }}',
    parameters: [{ name: 'value', type: 'string', description: '', options: [], required: true }],
    instruction: '',
    mode: 'tools',
    params: {},
  },
  // A parameter comes before an output of the node's own that has the same name.
  outputs: ({ parameters }) => [
    ...parameters.map(({ name, type, description }) => ({
      name,
      type: valueTypeOf(type),
      title: { en: description || name, zh: description || name },
    })),
    ...OWN_OUTPUTS.filter((output) => parameters.every(({ name }) => name !== output.name)),
  ],
  check: ({ query, parameters }) => [
    ...(query === '' || query === null
      ? [finding({ en: 'Say which text to look into.', zh: '请填写要提取的文本。' }, 'query')]
      : []),
    ...(parameters.length === 0
      ? [finding({ en: 'Add at least one parameter.', zh: '请至少添加一个参数。' }, 'parameters')]
      : []),
    ...checkNames(parameters, 'parameters'),
    ...parameters.flatMap(({ type, options }, index) =>
      type === 'select' && options.length === 0
        ? [finding({ en: 'Add what may be chosen.', zh: '请添加可选项。' }, `parameters[${index}].options`)]
        : [],
    ),
  ],
  summary: ({ parameters }) => parameters.map(({ name }) => name).join(', '),
});
