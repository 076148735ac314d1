import type { JsonObject } from '@heddle/model';
import type { ToolDescription, ToolResult } from './tools-port';

/** One call of a tool of an MCP server; its arguments fit the tool's schema. */
export interface McpCall {
  readonly workspaceId: string;
  readonly serverId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Calls the tools of a workspace's MCP servers. */
export interface McpPort {
  /** The tools of a server as they were last approved. @throws MCP_SERVER_NOT_FOUND, MCP_SERVER_DISABLED */
  tools(workspaceId: string, serverId: string): Promise<readonly ToolDescription[]>;
  /**
   * @throws MCP_SERVER_NOT_FOUND, MCP_SERVER_DISABLED, MCP_TOOL_NOT_FOUND, MCP_TOOL_CHANGED for a tool that is no
   * longer what was approved, MCP_TOOL_FAILED, MCP_FAILED, MCP_TIMEOUT, MCP_STDIO_DISABLED; with the signal's reason
   * when that is aborted
   */
  call(call: McpCall, signal: AbortSignal): Promise<ToolResult>;
}
