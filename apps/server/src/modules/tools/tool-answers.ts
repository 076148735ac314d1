import type { Tool } from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import type { BuiltinTool } from '../../adapters/tools/builtin/builtin-tool';
import { SEARCH_DESCRIPTION, SEARCH_PARAMETERS } from '../../adapters/tools/web-search';
import { shownAuth } from '../../adapters/tools/service-credential';
import type { ToolSourceEntity } from './tool-source.entity';
import { definitionOf, type ToolDefinition } from './tool.entity';
import type { ToolRow } from './tools.repository';

const NOTHING = {
  source: null,
  operation: null,
  provider: null,
  flow_id: null,
  version: null,
  created_at: null,
  updated_at: null,
} as const;

/** A built-in tool in a list. */
export const toolOfBuiltin = ({ name, title, description, parameters }: BuiltinTool): Tool => ({
  ...NOTHING,
  id: name,
  kind: 'builtin',
  name,
  title,
  description,
  parameters,
  is_enabled: true,
});

const sourceOf = (source: ToolSourceEntity | undefined): Tool['source'] =>
  source
    ? { id: source.id, name: source.name, server_url: source.server_url, auth: shownAuth(source) }
    : null;

function factsOf(definition: ToolDefinition): Partial<Tool> {
  switch (definition.kind) {
    case 'openapi': {
      const { method, path } = definition.operation;
      return { operation: `${method} ${path}`, parameters: definition.parameters };
    }
    case 'web_search':
      return { provider: definition.provider, parameters: SEARCH_PARAMETERS };
    case 'flow':
      return { flow_id: definition.flow_id, version: definition.version };
  }
}

/** A tool of a workspace; `flow` is what the flow says of itself, for tools that are flows. */
export function toolOfRow(
  { tool, source }: ToolRow,
  flow?: { readonly description: string; readonly parameters: JsonObject },
): Tool {
  const { id, kind, name, is_enabled } = tool;
  const definition = definitionOf(tool);
  const ownText = tool.description || (flow?.description ?? '');
  const isSearch = definition.kind === 'web_search' && ownText === '';
  return {
    ...NOTHING,
    id,
    kind,
    name,
    title: { en: name, zh: name },
    description: isSearch ? { ...SEARCH_DESCRIPTION } : { en: ownText, zh: ownText },
    parameters: flow?.parameters ?? { type: 'object', properties: {} },
    ...factsOf(definition),
    is_enabled,
    source: sourceOf(source),
    created_at: tool.created_at.toISOString(),
    updated_at: tool.updated_at.toISOString(),
  };
}
