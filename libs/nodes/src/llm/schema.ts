import { defineNode, field, type FlowIssue, type JsonObject } from '@heddle/model';
import { z } from 'zod';
import { valueSchema } from '../fields/value-schema';

/** Who says a message of a prompt. */
export const PROMPT_ROLES = ['system', 'user', 'assistant'] as const;

/** The bare name that prompts put the retrieved passages by. */
export const CONTEXT_NAME = 'context';

/** Exchanges of the conversation that a model sees when a chatflow does not say. */
export const DEFAULT_MEMORY_WINDOW = 10;

const promptMessageSchema = z.object({
  role: z.enum(PROMPT_ROLES).default('user'),
  text: z.string().default(''),
});

/** One message of a prompt, its references not yet filled. */
export type PromptMessage = z.infer<typeof promptMessageSchema>;

const memorySchema = z.object({
  enabled: field(z.boolean().default(true), { title: 'Remember', title_zh: '启用记忆', control: 'switch' }),
  window: field(z.number().int().min(0).max(100).default(DEFAULT_MEMORY_WINDOW), {
    title: 'Exchanges',
    title_zh: '记忆轮数',
    control: 'number',
  }),
  query: field(z.string().optional(), {
    title: 'Message to answer',
    title_zh: '用户消息',
    help: 'sys.query when empty.',
    help_zh: '留空则使用 sys.query。',
    control: 'template',
  }),
});

const visionSchema = z.object({
  enabled: field(z.boolean().default(true), { title: 'See images', title_zh: '启用视觉', control: 'switch' }),
  files: field(valueSchema.default('{{ sys.files }}'), {
    title: 'Images',
    title_zh: '图片',
    control: 'value',
  }),
  detail: field(z.enum(['low', 'high']).default('high'), {
    title: 'Detail',
    title_zh: '分辨率',
    control: 'select',
    labels: { low: { en: 'Low', zh: '低' }, high: { en: 'High', zh: '高' } },
  }),
});

const RESPONSE_FORMATS = ['text', 'json_object'] as const;

const paramsSchema = z.object({
  temperature: field(z.number().min(0).max(2).optional(), {
    title: 'Temperature',
    title_zh: '温度',
    help: 'How freely words are chosen, from 0 to 2.',
    help_zh: '用词的随机程度，0 到 2。',
    control: 'number',
  }),
  top_p: field(z.number().min(0).max(1).optional(), { title: 'Top P', title_zh: 'Top P', control: 'number' }),
  max_tokens: field(z.number().int().min(1).max(1_000_000).optional(), {
    title: 'Longest answer (tokens)',
    title_zh: '最大输出长度（token）',
    control: 'number',
  }),
  stop: field(z.array(z.string()).max(16).optional(), {
    title: 'Stop at',
    title_zh: '停止序列',
    control: 'list',
  }),
  seed: field(z.number().int().optional(), { title: 'Seed', title_zh: '随机种子', control: 'number' }),
  response_format: field(
    z.union([z.enum(RESPONSE_FORMATS), z.object({ type: z.enum(RESPONSE_FORMATS) })]).optional(),
    {
      title: 'Form of the answer',
      title_zh: '回复格式',
      control: 'select',
      labels: { text: { en: 'Text', zh: '文本' }, json_object: { en: 'JSON', zh: 'JSON' } },
    },
  ),
});

/** A JSON Schema; only its being an object is checked here. */
const jsonSchemaSchema: z.ZodType<JsonObject, JsonObject> = z.record(z.string(), z.any());

const configSchema = z.object({
  model_instance_id: field(z.string().optional(), {
    title: 'Model',
    title_zh: '模型',
    help: "The workspace's default model when empty.",
    help_zh: '留空则使用工作空间的默认模型。',
    control: 'model-picker',
  }),
  model: field(z.string().optional(), { title: 'Model by name', title_zh: '模型名称', control: 'hidden' }),
  prompt: field(z.array(promptMessageSchema).max(200).default([]), {
    title: 'Prompt',
    title_zh: '提示词',
    help: 'Messages with {{ references }}. {{ context }} stands for the passages of "Context".',
    help_zh: '可包含 {{ 引用 }} 的消息；{{ context }} 代表“上下文”中的内容。',
    control: 'prompt',
  }),
  context: field(valueSchema.optional(), {
    title: 'Context',
    title_zh: '上下文',
    help: 'Retrieved passages for {{ context }}; without that mark they follow the system message.',
    help_zh: '用于 {{ context }} 的检索内容；没有该标记时附在系统消息之后。',
    control: 'value',
  }),
  memory: field(memorySchema.optional(), {
    title: 'Memory',
    title_zh: '记忆',
    help: 'Earlier messages of the conversation; on in chatflows unless switched off.',
    help_zh: '对话中更早的消息；对话流默认开启。',
  }),
  vision: field(visionSchema.optional(), { title: 'Vision', title_zh: '视觉' }),
  params: field(paramsSchema.default({}), { title: 'Parameters', title_zh: '模型参数', is_advanced: true }),
  structured_output: field(jsonSchemaSchema.optional(), {
    title: 'Structured output',
    title_zh: '结构化输出',
    help: 'A JSON Schema that the answer has to fit.',
    help_zh: '回复必须符合的 JSON Schema。',
    control: 'json',
    is_advanced: true,
  }),
  reasoning: field(z.enum(['separate', 'inline']).default('separate'), {
    title: 'Reasoning',
    title_zh: '思考过程',
    control: 'select',
    labels: {
      separate: { en: 'In an output of its own', zh: '单独输出' },
      inline: { en: 'Inside the text, in <think> tags', zh: '保留在文本的 <think> 标签中' },
    },
    is_advanced: true,
  }),
});

/** See the definition of `llm`. */
export type LlmConfig = z.infer<typeof configSchema>;

function checkStructuredOutput(schema: JsonObject | undefined): FlowIssue[] {
  if (schema === undefined || typeof schema['type'] === 'string' || Object.keys(schema).length > 0) return [];
  return [{ code: 'NODE_CONFIG_INVALID', message: 'The JSON Schema is empty.', path: 'structured_output' }];
}

/** Asks a language model. */
export const llm = defineNode({
  type: 'llm',
  kind: 'action',
  effect: 'read',
  category: 'llm',
  icon: 'sparkles',
  title: { en: 'Language model', zh: '大模型' },
  description: { en: 'Asks a language model.', zh: '调用大语言模型。' },
  config: configSchema,
  initialConfig: {
    prompt: [
      { role: 'system', text: 'You are a helpful assistant.' },
      { role: 'user', text: '' },
    ],
    params: {},
    reasoning: 'separate',
  },
  literalKeys: ['structured_output'],
  localNames: [CONTEXT_NAME],
  streams: ['text', 'reasoning'],
  outputs: ({ structured_output }) => [
    { name: 'text', type: 'string', title: { en: 'Text', zh: '文本' } },
    { name: 'reasoning', type: 'string', title: { en: 'Reasoning', zh: '思考过程' } },
    ...(structured_output
      ? [{ name: 'structured', type: 'any' as const, title: { en: 'Structured output', zh: '结构化输出' } }]
      : []),
    { name: 'usage', type: 'object', title: { en: 'Usage', zh: '用量' } },
    { name: 'finish_reason', type: 'string', title: { en: 'Why it ended', zh: '结束原因' } },
  ],
  check: ({ structured_output }) => checkStructuredOutput(structured_output),
  summary: ({ prompt }) => prompt.find(({ text }) => text.trim() !== '')?.text.split('\n', 1)[0] ?? '',
});
