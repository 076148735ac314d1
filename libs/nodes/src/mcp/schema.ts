import { defineNode, field, finding, type Json } from '@heddle/model';
import { z } from 'zod';
import { valueSchema } from '../fields/value-schema';

const argumentsSchema: z.ZodType<Record<string, Json>, Record<string, Json>> = z.record(
  z.string(),
  valueSchema,
);

const configSchema = z.object({
  server_id: field(z.string(), {
    title: 'Server',
    title_zh: '服务器',
    help: 'An MCP server of the workspace.',
    help_zh: '工作空间中的 MCP 服务器。',
    control: 'mcp-server-picker',
  }),
  tool: field(z.string(), {
    title: 'Tool',
    title_zh: '工具',
    help: 'One of the tools that were approved for the server.',
    help_zh: '该服务器已批准的工具之一。',
    control: 'mcp-tool-picker',
  }),
  arguments: field(argumentsSchema.default({}), {
    title: 'Arguments',
    title_zh: '参数',
    help: 'Values by the names that the tool gives them.',
    help_zh: '按工具定义的参数名填写取值。',
    control: 'tool-arguments',
  }),
});

/** See the definition of `mcp`. */
export type McpConfig = z.infer<typeof configSchema>;

/** Calls a tool of an MCP server. */
export const mcp = defineNode({
  type: 'mcp',
  kind: 'action',
  effect: 'write',
  category: 'tool',
  icon: 'plug',
  title: { en: 'MCP tool', zh: 'MCP 工具' },
  description: { en: 'Calls a tool of an MCP server.', zh: '调用 MCP 服务器上的工具。' },
  config: configSchema,
  initialConfig: { server_id: '', tool: '', arguments: {} },
  outputs: () => [
    { name: 'text', type: 'string', title: { en: 'Text', zh: '文本' } },
    { name: 'json', type: 'any', title: { en: 'Data', zh: '数据' } },
    { name: 'files', type: 'array[file]', title: { en: 'Files', zh: '文件' } },
  ],
  uses: ({ server_id: id, tool }) =>
    id === '' || tool === '' ? [] : [{ kind: 'mcp', id, tool, path: 'server_id' }],
  check: ({ server_id: id, tool }) => [
    ...(id === ''
      ? [finding({ en: 'Choose an MCP server.', zh: '请选择一个 MCP 服务器。' }, 'server_id')]
      : []),
    ...(tool === ''
      ? [finding({ en: 'Choose a tool of the server.', zh: '请选择服务器上的一个工具。' }, 'tool')]
      : []),
  ],
  summary: ({ tool }) => tool,
});
