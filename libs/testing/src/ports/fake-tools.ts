import type { McpCall, McpPort, ToolCall, ToolDescription, ToolResult, ToolsPort } from '@heddle/engine';
import { defineErrors, type Json, type JsonObject } from '@heddle/model';
import { untilAborted } from './until-aborted';

const errors = defineErrors({
  TOOL_NOT_FOUND: {
    category: 'user',
    status: 404,
    message: ({ tool }: { tool: string }) => `There is no tool '${tool}'.`,
  },
  MCP_SERVER_NOT_FOUND: {
    category: 'user',
    status: 404,
    message: ({ server }: { server: string }) => `There is no MCP server '${server}'.`,
  },
});

/** A tool of a test: what it says of itself, and what it answers. */
export interface ScriptedTool {
  /** Its id when absent. */
  readonly name?: string;
  readonly description?: string;
  /** JSON Schema of its arguments; anything when absent. */
  readonly parameters?: JsonObject;
  /** Whether calls are answered by abort only. */
  readonly isHanging?: boolean;
  answer?(given: JsonObject): Partial<ToolResult> | Promise<Partial<ToolResult>>;
}

/** A tools port of a test's own tools, which remembers its calls. */
export interface FakeTools extends ToolsPort {
  readonly calls: readonly ToolCall[];
}

/** An MCP port of a test's own servers, which remembers its calls. */
export interface FakeMcp extends McpPort {
  readonly calls: readonly McpCall[];
}

const describe = (id: string, tool: ScriptedTool): ToolDescription => ({
  name: tool.name ?? id,
  description: tool.description ?? '',
  parameters: tool.parameters ?? { type: 'object' },
});

async function answer(tool: ScriptedTool, given: JsonObject, signal: AbortSignal): Promise<ToolResult> {
  signal.throwIfAborted();
  if (tool.isHanging) await untilAborted(signal);
  signal.throwIfAborted();
  const result = (await tool.answer?.(given)) ?? {};
  const json: Json = result.json ?? null;
  return { files: [], ...result, text: result.text ?? JSON.stringify(json), json };
}

/** Makes a tools port; flows are found among the tools by their ids as well. */
export function fakeTools(tools: Readonly<Record<string, ScriptedTool>> = {}): FakeTools {
  const calls: ToolCall[] = [];
  const find = (id: string): ScriptedTool => {
    const tool = Object.hasOwn(tools, id) ? tools[id] : undefined;
    if (!tool) throw errors.TOOL_NOT_FOUND({ tool: id });
    return tool;
  };
  return {
    calls,
    async describe(_workspaceId, { id }) {
      return describe(id, find(id));
    },
    async call(call, signal) {
      const tool = find(call.tool.id);
      calls.push(call);
      return answer(tool, call.arguments, signal);
    },
  };
}

/** Makes an MCP port of servers with tools by name. */
export function fakeMcp(
  servers: Readonly<Record<string, Readonly<Record<string, ScriptedTool>>>> = {},
): FakeMcp {
  const calls: McpCall[] = [];
  const find = (id: string): Readonly<Record<string, ScriptedTool>> => {
    const server = Object.hasOwn(servers, id) ? servers[id] : undefined;
    if (!server) throw errors.MCP_SERVER_NOT_FOUND({ server: id });
    return server;
  };
  return {
    calls,
    async tools(_workspaceId, serverId) {
      return Object.entries(find(serverId)).map(([name, tool]) => describe(name, tool));
    },
    async call(call, signal) {
      const tool = find(call.serverId)[call.tool];
      if (!tool) throw errors.TOOL_NOT_FOUND({ tool: call.tool });
      calls.push(call);
      return answer(tool, call.arguments, signal);
    },
  };
}
