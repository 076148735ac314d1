import { defineErrors } from '@heddle/model';

const shortened = (text: string): string => (text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text);

/** What can go wrong with a tool; models are told the message and may try something else. */
export const toolErrors = defineErrors({
  TOOL_NOT_FOUND: {
    category: 'user',
    status: 404,
    message: ({ tool }: { tool: string }) => `there is no tool ${shortened(tool)} in this workspace`,
  },
  TOOL_DISABLED: {
    category: 'user',
    status: 409,
    message: ({ tool }: { tool: string }) => `the tool ${tool} is switched off`,
  },
  TOOL_NAME_TAKEN: {
    category: 'user',
    status: 409,
    message: ({ name }: { name: string }) => `there is a tool named ${name} already`,
  },
  TOOL_ARGUMENTS_INVALID: {
    category: 'user',
    status: 422,
    message: ({ tool, reason }: { tool: string; reason: string }) =>
      `${tool} cannot be called with these arguments: ${shortened(reason)}`,
  },
  TOOL_FAILED: {
    category: 'operational',
    message: ({ tool, reason }: { tool: string; reason: string; status?: number }) =>
      `${tool} failed: ${shortened(reason)}`,
  },
  TOOL_CALLS_TOO_DEEP: {
    category: 'user',
    status: 422,
    message: ({ limit }: { limit: number }) =>
      `flows call each other as tools more than ${limit} deep; one of them probably calls itself`,
  },
  OPENAPI_INVALID: {
    category: 'user',
    status: 422,
    message: ({ reason }: { reason: string }) => `the OpenAPI document cannot be used: ${shortened(reason)}`,
  },
});
