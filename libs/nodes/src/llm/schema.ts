import { defineNode, field, finding, type JsonObject, type NodeFinding } from '@heddle/model';
import { z } from 'zod';
import { memoryFields, modelChoiceFields, samplingFields, visionField } from '../chat-model/model-fields';
import { checkNames, namedValuesSchema, valueSchema } from '../fields/value-schema';
import { toolUseSchema, workspaceUse, type ToolUse } from '../tool-calls/tool-use-schema';

/** Who says a message of a prompt. */
export const PROMPT_ROLES = ['system', 'user', 'assistant'] as const;

/** The bare name that prompts put the retrieved passages by. */
export const CONTEXT_NAME = 'context';

/** How the text of a message is filled: its references alone, or as a template in the sandbox. */
export const PROMPT_SYNTAXES = ['text', 'jinja2'] as const;

const promptMessageSchema = z.object({
  role: z.enum(PROMPT_ROLES).default('user'),
  text: z.string().default(''),
  syntax: z.enum(PROMPT_SYNTAXES).default('text'),
});

/** One message of a prompt, its references not yet filled. */
export type PromptMessage = z.infer<typeof promptMessageSchema>;

const memorySchema = z.object({
  ...memoryFields,
  query: field(z.string().optional(), {
    title: 'Message to answer',
    title_zh: '用户消息',
    help: 'sys.query when empty.',
    help_zh: '留空则使用 sys.query。',
    control: 'template',
  }),
});

const RESPONSE_FORMATS = ['text', 'json_object'] as const;

const paramsSchema = z.object({
  ...samplingFields,
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

const declaredToolSchema = z.object({
  name: field(z.string(), { title: 'Name', title_zh: '名称', control: 'text', placeholder: 'get_weather' }),
  description: field(z.string().default(''), { title: 'Purpose', title_zh: '用途', control: 'textarea' }),
  parameters: field(jsonSchemaSchema.default({ type: 'object', properties: {} }), {
    title: 'Parameters (JSON Schema)',
    title_zh: '参数（JSON Schema）',
    control: 'json',
  }),
});

/** A function that the model may ask for; the flow calls it, or not. */
export type DeclaredTool = z.infer<typeof declaredToolSchema>;

/** What the model may use besides words. */
export type LlmTool = ToolUse | DeclaredTool;

const isUse = (tool: LlmTool): tool is ToolUse => 'type' in tool;

/** The tools that are called while the model answers. */
export const toolUses = (tools: readonly LlmTool[]): ToolUse[] => tools.filter(isUse);

/** The functions that are left to the flow. */
export const declaredTools = (tools: readonly LlmTool[]): DeclaredTool[] =>
  tools.filter((tool): tool is DeclaredTool => !isUse(tool));

const configSchema = z.object({
  ...modelChoiceFields,
  prompt: field(z.array(promptMessageSchema).max(200).default([]), {
    title: 'Prompt',
    title_zh: '提示词',
    help: 'Messages with {{ references }}. {{ context }} stands for the passages of "Context".',
    help_zh: '可包含 {{ 引用 }} 的消息；{{ context }} 代表“上下文”中的内容。',
    control: 'prompt',
  }),
  variables: field(namedValuesSchema.default([]), {
    title: 'Values of templates',
    title_zh: '模板变量',
    help: 'Short names for messages in Jinja2 syntax.',
    help_zh: '供使用 Jinja2 语法的消息引用的变量。',
    control: 'named-values',
    is_advanced: true,
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
  vision: visionField,
  params: field(paramsSchema.default({}), { title: 'Parameters', title_zh: '模型参数', is_advanced: true }),
  structured_output: field(jsonSchemaSchema.optional(), {
    title: 'Structured output',
    title_zh: '结构化输出',
    help: 'A JSON Schema that the answer has to fit.',
    help_zh: '回复必须符合的 JSON Schema。',
    control: 'json',
    is_advanced: true,
  }),
  tools: field(
    z
      .array(z.union([toolUseSchema, declaredToolSchema]))
      .max(64)
      .default([]),
    {
      title: 'Tools',
      title_zh: '工具',
      help: 'Tools that the model may call, as {"type": "tool", "id": …}, and functions that are left to the flow. Calls are the output "tool_calls".',
      help_zh:
        '模型可以调用的工具，如 {"type": "tool", "id": …}；也可以是交由流程处理的函数。调用记录见输出 tool_calls。',
      control: 'tools',
      is_advanced: true,
    },
  ),
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

function checkStructuredOutput(schema: JsonObject | undefined): NodeFinding[] {
  if (schema === undefined || typeof schema['type'] === 'string' || Object.keys(schema).length > 0) return [];
  return [finding({ en: 'The JSON Schema is empty.', zh: 'JSON Schema 为空。' }, 'structured_output')];
}

const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

function checkTools(tools: readonly LlmTool[]): NodeFinding[] {
  const names = tools.map((tool) => (isUse(tool) ? undefined : tool.name));
  return names.flatMap((name, index) => {
    if (name === undefined) return [];
    const isTaken = names.indexOf(name) !== index;
    if (TOOL_NAME.test(name) && !isTaken) return [];
    const texts = isTaken
      ? { en: `There are two functions "${name}".`, zh: `有两个名为“${name}”的函数。` }
      : {
          en: `The function name "${name}" is not 1–64 letters, digits, _ or -.`,
          zh: `函数名“${name}”须为 1–64 个字母、数字、_ 或 -。`,
        };
    return [finding(texts, `tools[${index}].name`)];
  });
}

/** Asks a language model. */
export const llm = defineNode({
  type: 'llm',
  kind: 'action',
  effect: 'read',
  effectOf: ({ tools }) => (toolUses(tools).length > 0 ? 'write' : 'read'),
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
  literalKeys: ['structured_output', 'tools'],
  localNames: [CONTEXT_NAME],
  streams: ['text', 'reasoning'],
  outputs: ({ structured_output, tools }) => [
    { name: 'text', type: 'string', title: { en: 'Text', zh: '文本' } },
    { name: 'reasoning', type: 'string', title: { en: 'Reasoning', zh: '思考过程' } },
    ...(structured_output
      ? [{ name: 'structured', type: 'any' as const, title: { en: 'Structured output', zh: '结构化输出' } }]
      : []),
    ...(tools.length > 0
      ? [
          {
            name: 'tool_calls',
            type: 'array[object]' as const,
            title: { en: 'Tool calls', zh: '工具调用' },
          },
        ]
      : []),
    { name: 'usage', type: 'object', title: { en: 'Usage', zh: '用量' } },
    { name: 'finish_reason', type: 'string', title: { en: 'Why it ended', zh: '结束原因' } },
  ],
  embedded: ({ prompt }) =>
    prompt.flatMap(({ syntax, text }, index) =>
      syntax === 'jinja2'
        ? [{ language: 'template' as const, source: text, path: `prompt[${index}].text` }]
        : [],
    ),
  uses: ({ tools }) =>
    tools.flatMap((tool, index) => (isUse(tool) ? [workspaceUse(tool, `tools[${index}].id`)] : [])),
  check: ({ structured_output, tools, variables }) => [
    ...checkStructuredOutput(structured_output),
    ...checkTools(tools),
    ...checkNames(variables, 'variables'),
  ],
  summary: ({ prompt }) => prompt.find(({ text }) => text.trim() !== '')?.text.split('\n', 1)[0] ?? '',
});
