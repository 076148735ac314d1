import type { FilesPort, ToolResult } from '@heddle/engine';
import type { Json, JsonObject } from '@heddle/model';
import type { Fetch } from '../http/guarded-fetch';
import { mcpErrors } from './mcp-errors';
import { withoutServerCredential, type McpServerAddress } from './mcp-server';
import { approvedTool, type ApprovedTool } from './mcp-tool';
import type * as SessionModule from './mcp-session';
import type { McpLimits, McpSession } from './mcp-session';
import type * as ContentModule from './tool-content';

/** One call of an approved tool. */
export interface ApprovedCall {
  readonly server: McpServerAddress;
  readonly tool: ApprovedTool;
  readonly arguments: JsonObject;
  readonly workspaceId: string;
}

const LIMITS: McpLimits = { answerMs: 20_000, callMs: 120_000 };

/** The SDK takes a fifth of a second to load, so it waits for the first server. */
const loadSession = () => require('./mcp-session') as typeof SessionModule;
const loadContent = () => require('./tool-content') as typeof ContentModule;

/** Speaks to MCP servers: one conversation for each question, so that nothing is left over from one to the next. */
export class McpClient {
  private readonly limits: McpLimits;

  constructor(
    private readonly fetch: Fetch,
    private readonly files: FilesPort,
    limits: Partial<McpLimits> = {},
  ) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** The tools that a server has now. @throws MCP_FAILED, MCP_TIMEOUT, and refusals of the guarded agent */
  tools(server: McpServerAddress, signal: AbortSignal): Promise<ApprovedTool[]> {
    return this.within(server, signal, async (session) => (await session.tools()).map(approvedTool));
  }

  /**
   * Calls a tool, if it is still what was approved.
   * @throws MCP_TOOL_CHANGED, MCP_TOOL_FAILED with what the tool says, and as {@link tools}
   */
  call(
    { server, tool, arguments: given, workspaceId }: ApprovedCall,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    return this.within(server, signal, async (session) => {
      const now = (await session.tools()).find(({ name }) => name === tool.name);
      if (now === undefined || approvedTool(now).hash !== tool.hash) {
        throw mcpErrors.MCP_TOOL_CHANGED({ server: server.name, tool: tool.name });
      }
      const result = await session.call(tool.name, given);
      const { readContent, textOfContent } = loadContent();
      if (result.isError === true) {
        const said = textOfContent(result) || 'it does not say why';
        throw mcpErrors.MCP_TOOL_FAILED({ tool: tool.name, reason: withoutServerCredential(server, said) });
      }
      const content = await readContent(result, { files: this.files, workspaceId });
      const json = JSON.parse(withoutServerCredential(server, JSON.stringify(content.json))) as Json;
      return { ...content, json, text: withoutServerCredential(server, content.text) };
    });
  }

  private async within<Value>(
    server: McpServerAddress,
    signal: AbortSignal,
    work: (session: McpSession) => Promise<Value>,
  ): Promise<Value> {
    signal.throwIfAborted();
    const session = new (loadSession().McpSession)(server, this.limits, { fetch: this.fetch, signal });
    try {
      await session.open();
      return await work(session);
    } finally {
      session.close();
    }
  }
}
