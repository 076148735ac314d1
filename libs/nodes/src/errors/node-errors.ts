import { defineErrors } from '@heddle/model';

const count = (value: number): string => value.toLocaleString('en');

/** Errors that nodes raise; those of the parts behind the ports pass through as they are. */
export const nodeErrors = defineErrors({
  INPUT_REQUIRED: {
    category: 'user',
    message: (d: { input: string }) => `${d.input}: a value is required.`,
  },
  INPUT_TOO_LONG: {
    category: 'user',
    status: 422,
    message: (d: { input: string; length: number; limit: number; unit: string }) =>
      `${d.input}: has ${count(d.length)} ${d.unit}, limit ${count(d.limit)}.`,
  },
  INPUT_TYPE: {
    category: 'user',
    message: (d: { input: string; expected: string; got: string }) =>
      `${d.input}: expected ${d.expected}, got ${d.got}.`,
  },
  VARIABLE_UNKNOWN: {
    category: 'user',
    status: 422,
    message: (d: { reference: string }) => `{{${d.reference}}} names nothing.`,
  },
  NODE_INPUT_TYPE: {
    category: 'user',
    status: 422,
    message: (d: { input: string; expected: string; got: string }) =>
      `${d.input}: expected ${d.expected}, got ${d.got}.`,
  },
  NODE_CONFIG_INVALID: { category: 'user', status: 422, message: (d: { reason: string }) => d.reason },
  NUMBER_OUT_OF_RANGE: {
    category: 'user',
    message: (d: { input: string; reason: string }) => `${d.input}: ${d.reason}.`,
  },
  CODE_RESULT_NOT_OBJECT: {
    category: 'user',
    status: 422,
    message: (d: { got: string }) =>
      `main must return an object that holds the declared outputs, but returned ${d.got}.`,
  },
  CODE_OUTPUT_MISSING: {
    category: 'user',
    status: 422,
    message: (d: { output: string }) =>
      `The code did not return "${d.output}", which is declared as an output.`,
  },
  CODE_OUTPUT_EXTRA: {
    category: 'user',
    status: 422,
    message: (d: { output: string }) =>
      `The code returned "${d.output}", which is not declared as an output.`,
  },
  CODE_OUTPUT_TYPE: {
    category: 'user',
    status: 422,
    message: (d: { output: string; expected: string; got: string }) =>
      `The code returned ${d.got} as "${d.output}", which is declared as ${d.expected}.`,
  },
  TEMPLATE_OUTPUT_INVALID: {
    category: 'user',
    status: 422,
    message: (d: { expected: string; reason: string }) =>
      `The template did not render ${d.expected}: ${d.reason}.`,
  },
  PROMPT_EMPTY: {
    category: 'user',
    status: 422,
    message: () => 'The prompt is empty: write a message, or turn the memory on in a chatflow.',
  },
  STRUCTURED_OUTPUT_INVALID: {
    category: 'operational',
    message: (d: { reason: string }) => `The model did not answer in the form asked for: ${d.reason}.`,
  },
  UPSTREAM_TRUNCATED: {
    category: 'operational',
    message: () => 'The model stopped sending before its answer was complete.',
  },
  URL_INVALID: {
    category: 'user',
    status: 422,
    message: (d: { url: string; reason: string }) => `"${d.url}" is not a web address: ${d.reason}.`,
  },
  HTTP_BODY_INVALID: {
    category: 'user',
    status: 422,
    message: (d: { reason: string }) => `The body is not valid JSON: ${d.reason}.`,
  },
  AUTH_TOKEN_FAILED: {
    category: 'operational',
    message: (d: { status: number; reason: string }) =>
      `The token server gave no access token (status ${d.status}): ${d.reason}.`,
  },
  TOOL_NOT_FOUND: {
    category: 'user',
    status: 404,
    message: (d: { tool: string }) => `There is no tool named "${d.tool}".`,
  },
  MCP_TOOL_NOT_FOUND: {
    category: 'user',
    status: 404,
    message: (d: { server: string; tool: string }) =>
      `The MCP server "${d.server}" has no approved tool "${d.tool}".`,
  },
  TOOL_ARGUMENTS_INVALID: {
    category: 'user',
    status: 422,
    message: (d: { tool: string; reason: string }) =>
      `"${d.tool}" cannot be called with these arguments: ${d.reason}.`,
  },
  MAX_STEPS: {
    category: 'user',
    status: 422,
    message: (d: { limit: number }) =>
      `The model asked for tools more than ${count(d.limit)} times without answering.`,
  },
});
