import { defineNode, field, finding, type Json } from '@heddle/model';
import { z } from 'zod';
import { valueSchema } from '../fields/value-schema';

const argumentsSchema: z.ZodType<Record<string, Json>, Record<string, Json>> = z.record(
  z.string(),
  valueSchema,
);

const configSchema = z.object({
  tool_id: field(z.string(), {
    title: 'Tool',
    title_zh: '工具',
    help: 'A tool of the workspace: a built-in one by its name, others by their id.',
    help_zh: '工作空间的工具：内置工具填名称，其他填 ID。',
    control: 'tool-picker',
  }),
  arguments: field(argumentsSchema.default({}), {
    title: 'Arguments',
    title_zh: '参数',
    help: 'Values by the names that the tool gives them.',
    help_zh: '按工具定义的参数名填写取值。',
    control: 'tool-arguments',
  }),
});

/** See the definition of `tool`. */
export type ToolConfig = z.infer<typeof configSchema>;

/** Calls a tool of the workspace. */
export const tool = defineNode({
  type: 'tool',
  kind: 'action',
  effect: 'write',
  category: 'tool',
  icon: 'wrench',
  title: { en: 'Tool', zh: '工具' },
  description: {
    en: 'Calls a tool: a built-in one, an operation of a service, or a published flow.',
    zh: '调用工具：内置工具、外部服务的接口或已发布的流程。',
  },
  config: configSchema,
  initialConfig: { tool_id: '', arguments: {} },
  outputs: () => [
    { name: 'text', type: 'string', title: { en: 'Text', zh: '文本' } },
    { name: 'json', type: 'any', title: { en: 'Data', zh: '数据' } },
    { name: 'files', type: 'array[file]', title: { en: 'Files', zh: '文件' } },
  ],
  uses: ({ tool_id: id }) => (id === '' ? [] : [{ kind: 'tool', id, path: 'tool_id' }]),
  check: ({ tool_id: id }) =>
    id === '' ? [finding({ en: 'Choose a tool.', zh: '请选择一个工具。' }, 'tool_id')] : [],
  summary: ({ tool_id: id }) => (/^[0-9a-f-]{36}$/.test(id) ? '' : id),
});
