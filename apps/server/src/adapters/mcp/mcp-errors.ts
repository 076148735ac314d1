import { defineErrors } from '@heddle/model';

const shortened = (text: string): string => (text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text);

/** What can go wrong with an MCP server. */
export const mcpErrors = defineErrors({
  MCP_SERVER_NOT_FOUND: {
    category: 'user',
    status: 404,
    message: ({ server }: { server: string }) => `there is no MCP server ${server} in this workspace`,
  },
  MCP_SERVER_NAME_TAKEN: {
    category: 'user',
    status: 409,
    message: ({ name }: { name: string }) => `there is an MCP server named ${name} already`,
  },
  MCP_SERVER_DISABLED: {
    category: 'user',
    status: 409,
    message: ({ server }: { server: string }) => `the MCP server ${server} is switched off`,
  },
  MCP_STDIO_DISABLED: {
    category: 'forbidden',
    status: 403,
    message: () =>
      'this command may not be started: the operator lists what may in the file that HEDDLE_MCP_STDIO_ALLOW names',
  },
  MCP_TOOL_NOT_FOUND: {
    category: 'user',
    status: 404,
    message: ({ server, tool }: { server: string; tool: string }) =>
      `the MCP server ${server} has no approved tool ${tool}`,
  },
  MCP_TOOL_CHANGED: {
    category: 'forbidden',
    status: 409,
    message: ({ server, tool }: { server: string; tool: string }) =>
      `the tool ${tool} of the MCP server ${server} is not what was approved; an editor must refresh the server`,
  },
  MCP_TOOLS_DIFFER: {
    category: 'user',
    status: 409,
    message: ({ server }: { server: string }) =>
      `the tools of the MCP server ${server} have changed since they were looked at; look again`,
  },
  MCP_TOOL_FAILED: {
    category: 'operational',
    isRetryable: false,
    message: ({ tool, reason }: { tool: string; reason: string }) => `${tool} failed: ${shortened(reason)}`,
  },
  MCP_FAILED: {
    category: 'operational',
    message: ({ server, reason }: { server: string; reason: string }) =>
      `the MCP server ${server} could not be used: ${shortened(reason)}`,
  },
  MCP_TIMEOUT: {
    category: 'operational',
    status: 504,
    message: ({ server, limit_ms }: { server: string; limit_ms: number }) =>
      `the MCP server ${server} took longer than ${limit_ms.toLocaleString('en')} ms`,
  },
});
