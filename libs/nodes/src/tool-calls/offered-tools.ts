import type { ChatTool, NodeContext, ToolDescription, ToolResult } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import type { ToolUse } from './tool-use-schema';

/** A tool as a model is offered it, and how it is called. */
export interface OfferedTool extends ChatTool {
  readonly use: ToolUse;
  call(given: JsonObject, idempotencyKey: string): Promise<ToolResult>;
}

type Context = Pick<NodeContext<'tools' | 'mcp'>, 'ports' | 'run' | 'signal'>;

/** Providers take names of these characters only. */
const providerName = (name: string): string => name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64) || 'tool';

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted.slice(0, 60)}_${number}`;
  taken.add(name);
  return name;
}

type Unnamed = Omit<OfferedTool, 'name'> & { readonly name: string };

async function mcpTools(use: ToolUse & { type: 'mcp' }, { ports, run, signal }: Context): Promise<Unnamed[]> {
  const all = await ports.mcp.tools(run.workspaceId, use.id);
  const chosen = use.tool === undefined ? all : all.filter(({ name }) => name === use.tool);
  if (use.tool !== undefined && chosen.length === 0) {
    throw nodeErrors.MCP_TOOL_NOT_FOUND({ server: use.id, tool: use.tool });
  }
  return chosen.map((tool) => ({
    ...tool,
    use: { ...use, tool: tool.name },
    call: (given) =>
      ports.mcp.call(
        { workspaceId: run.workspaceId, serverId: use.id, tool: tool.name, arguments: given },
        signal,
      ),
  }));
}

async function toolsOf(use: ToolUse, context: Context): Promise<Unnamed[]> {
  if (use.type === 'mcp') return mcpTools(use, context);
  const { ports, run, signal } = context;
  const tool = { type: use.type, id: use.id };
  const described: ToolDescription = await ports.tools.describe(run.workspaceId, tool);
  return [
    {
      ...described,
      use,
      call: (given, idempotencyKey) =>
        ports.tools.call({ tool, arguments: given, caller: run, idempotencyKey }, signal),
    },
  ];
}

/**
 * Looks up the tools of a config and names them for a model, each by a name of its own.
 * @throws TOOL_NOT_FOUND, MCP_SERVER_NOT_FOUND, MCP_TOOL_NOT_FOUND and the like for what is not there
 */
export async function offeredTools(
  uses: readonly ToolUse[],
  context: Context,
  takenNames: readonly string[] = [],
): Promise<OfferedTool[]> {
  const taken = new Set(takenNames);
  const found = await Promise.all(uses.map((use) => toolsOf(use, context)));
  return found.flat().map((tool) => ({ ...tool, name: freeName(providerName(tool.name), taken) }));
}
