import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter, NodeExport, NodeImport } from '../node-converter';

/** A parameter is `{type, value}`, or the plain value in old files. */
function readArgument(parameter: Json, node: NodeImport): Json {
  if (typeof parameter === 'string') return node.text(parameter);
  if (!isJsonObject(parameter) || !('value' in parameter)) return parameter;
  const { type, value = null } = parameter;
  if (type === 'variable') return node.reference(value);
  return typeof value === 'string' ? node.text(value) : value;
}

function readArguments(parameters: Fields, node: NodeImport): JsonObject {
  const read: JsonObject = {};
  for (const name of parameters.keys()) {
    const value = readArgument(parameters.value(name) ?? null, node);
    if (value !== null && value !== '') read[name] = value;
  }
  return read;
}

const isReference = (value: Json): boolean =>
  typeof value === 'string' && /^\s*\{\{[^{}]+\}\}\s*$/.test(value);

function writeArguments(given: Fields, node: NodeExport): JsonObject {
  const written: JsonObject = {};
  for (const name of given.keys()) {
    const value = given.value(name) ?? null;
    if (isReference(value)) written[name] = { type: 'variable', value: node.selector(value, name) };
    else if (typeof value === 'string') written[name] = { type: 'mixed', value: node.text(value) };
    else written[name] = { type: 'constant', value };
  }
  return written;
}

const providerOf = (data: Fields): string => data.text('provider_name') || data.text('provider_id');

/** What an export says of a tool that an import did not keep. */
const unknownTool = (node: NodeExport, tool: string, kind: string): JsonObject => ({
  provider_id: node.origin.text('provider_id'),
  provider_type: node.origin.text('provider_type', kind),
  provider_name: node.origin.text('provider_name'),
  tool_name: tool,
  tool_label: node.origin.text('tool_label', tool),
  tool_configurations: node.origin.value('tool_configurations') ?? {},
});

/** `tool`: named as it was, since tools belong to a workspace. */
export const tool: NodeConverter = {
  dify: ['tool'],
  type: 'tool',
  reads: (data) => data['provider_type'] !== 'mcp',
  kept: '*',
  read(data, node) {
    const name = String(data.peek('tool_name') ?? '');
    node.warn('TOOL_TO_CHOOSE', { tool: name, provider: providerOf(data.copy()) }, 'tool_id');
    if (data.has('tool_configurations')) node.warn('FIELD_NOT_CARRIED', { field: 'tool_configurations' });
    data.ignore('tool_name');
    return { config: { tool_id: name, arguments: readArguments(data.object('tool_parameters'), node) } };
  },
  write: (config, node) => ({
    ...unknownTool(node, config.text('tool_id'), 'builtin'),
    tool_parameters: writeArguments(config.object('arguments'), node),
  }),
};

/** `tool` of an MCP server. */
export const mcp: NodeConverter = {
  dify: ['tool'],
  type: 'mcp',
  reads: (data) => data['provider_type'] === 'mcp',
  kept: '*',
  read(data, node) {
    const name = String(data.peek('tool_name') ?? '');
    const provider = providerOf(data.copy());
    node.warn('MCP_TO_CHOOSE', { tool: name, provider }, 'server_id');
    data.ignore('tool_name');
    return {
      config: {
        server_id: provider,
        tool: name,
        arguments: readArguments(data.object('tool_parameters'), node),
      },
    };
  },
  write(config, node) {
    config.ignore('server_id');
    return {
      ...unknownTool(node, config.text('tool'), 'mcp'),
      tool_parameters: writeArguments(config.object('arguments'), node),
    };
  },
};
