/** What Dify calls our node types, for clients that tell nodes apart; others keep their own name. */
const DIFY_NODE_TYPES: Readonly<Record<string, string>> = {
  trigger: 'start',
  output: 'end',
  condition: 'if-else',
  template_transform: 'template-transform',
  http_request: 'http-request',
  variable_assigner: 'assigner',
};

/** The type of a node in Dify's words. */
export const difyNodeType = (type: string): string =>
  Object.hasOwn(DIFY_NODE_TYPES, type) ? (DIFY_NODE_TYPES[type] ?? type) : type.replaceAll('_', '-');
