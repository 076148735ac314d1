import type { JsonObject } from '@heddle/model';
import { isFlowError } from '@heddle/model';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolResultSchema,
  ErrorCode,
  McpError,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { jsonSchemaValidator, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { failureReason } from '../http/failure-reason';
import type { Fetch } from '../http/guarded-fetch';
import { mcpErrors } from './mcp-errors';
import { flowErrorIn, mcpFetch, mcpUrl } from './mcp-fetch';
import { withoutServerCredential, type McpServerAddress } from './mcp-server';
import type { McpTool } from './mcp-tool';

/** How long a server may take, in milliseconds. */
export interface McpLimits {
  /** To greet, or to list its tools. */
  readonly answerMs: number;
  /** To do what a tool does. */
  readonly callMs: number;
}

const MAX_TOOLS = 500;
const MAX_LIST_CHARS = 1_000_000;
const GOODBYE_MS = 2_000;

/**
 * Takes every answer as it is: the SDK would compile the schemas that a server sends into code, and what a tool
 * answers is data to us whatever it promised.
 */
const NO_VALIDATOR: jsonSchemaValidator = {
  getValidator<Value>(): JsonSchemaValidator<Value> {
    return (input) => ({ valid: true, data: input as Value, errorMessage: undefined });
  },
};

/** The runtime says no more than `fetch failed` where nobody answers; why is among the causes. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed';
  return error.message === 'fetch failed' ? failureReason(error) : error.message;
}

/** One conversation with an MCP server, from its greeting to its end. */
export class McpSession {
  private readonly client = new Client(
    { name: 'heddle', version: '1' },
    { capabilities: {}, jsonSchemaValidator: NO_VALIDATOR },
  );
  private readonly problem = new AbortController();
  private readonly signal: AbortSignal;
  private readonly transport: Transport;

  constructor(
    private readonly server: McpServerAddress,
    private readonly limits: McpLimits,
    { fetch, signal }: { readonly fetch: Fetch; readonly signal: AbortSignal },
  ) {
    this.signal = AbortSignal.any([signal, this.problem.signal]);
    this.transport = this.createTransport(fetch);
    this.client.onerror = (error) => {
      const known = flowErrorIn(error);
      if (known) this.problem.abort(known);
    };
  }

  /** @throws MCP_FAILED, MCP_TIMEOUT, SSRF_BLOCKED and other refusals of the guarded agent */
  async open(): Promise<void> {
    const { answerMs } = this.limits;
    await this.answer(answerMs, (options) => this.client.connect(this.transport, options));
  }

  /** Every tool that the server has now. @throws as {@link open} */
  async tools(): Promise<McpTool[]> {
    const tools: McpTool[] = [];
    let size = 0;
    let cursor: string | undefined;
    do {
      const page = await this.answer(this.limits.answerMs, (options) =>
        this.client.listTools(cursor === undefined ? {} : { cursor }, options),
      );
      for (const { name, description = '', inputSchema } of page.tools) {
        tools.push({ name, description, parameters: inputSchema as JsonObject });
      }
      size += JSON.stringify(page.tools).length;
      if (tools.length > MAX_TOOLS || size > MAX_LIST_CHARS) {
        throw this.failed(`it offers more than ${MAX_TOOLS} tools, or describes them at too great length`);
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined && cursor !== '');
    return tools;
  }

  /** @throws as {@link open} */
  call(tool: string, given: JsonObject): Promise<CallToolResult> {
    const { callMs } = this.limits;
    return this.answer(callMs, async (options) => {
      const params = { name: tool, arguments: given };
      const result = await this.client.callTool(params, CallToolResultSchema, {
        ...options,
        maxTotalTimeout: callMs,
      });
      return result as CallToolResult;
    });
  }

  /** Says goodbye without keeping anybody waiting. */
  close(): void {
    const { transport } = this;
    const goodbye =
      transport instanceof StreamableHTTPClientTransport && !this.signal.aborted
        ? transport.terminateSession()
        : Promise.resolve();
    const patience = new Promise((done) => void setTimeout(done, GOODBYE_MS).unref());
    void Promise.race([goodbye.catch(() => undefined), patience])
      .then(() => this.client.close())
      .catch(() => undefined);
  }

  private createTransport(guarded: Fetch): Transport {
    const { server } = this;
    if (server.transport === 'stdio') {
      const { command, args, env, cwd } = server.command;
      return new StdioClientTransport({
        command,
        args,
        env,
        stderr: 'ignore',
        ...(cwd === undefined ? {} : { cwd }),
      });
    }
    const url = mcpUrl(server.access);
    const fetch = mcpFetch(guarded, server.access, (error) => this.problem.abort(error));
    return server.transport === 'sse'
      ? new SSEClientTransport(url, { fetch })
      : // The SDK's class says `string | undefined` where its own interface says optional.
        (new StreamableHTTPClientTransport(url, { fetch }) as Transport);
  }

  private async answer<Value>(
    timeout: number,
    ask: (options: { timeout: number; signal: AbortSignal }) => Promise<Value>,
  ): Promise<Value> {
    try {
      this.signal.throwIfAborted();
      return await ask({ timeout, signal: this.signal });
    } catch (error) {
      this.signal.throwIfAborted();
      throw this.errorOf(error, timeout);
    }
  }

  private errorOf(error: unknown, timeout: number): Error {
    if (isFlowError(error)) return error;
    if (error instanceof McpError && error.code === Number(ErrorCode.RequestTimeout)) {
      return mcpErrors.MCP_TIMEOUT({ server: this.server.name, limit_ms: timeout }, error);
    }
    return flowErrorIn(error) ?? this.failed(reasonOf(error), error);
  }

  private failed(reason: string, cause?: unknown): Error {
    const { server } = this;
    return mcpErrors.MCP_FAILED(
      { server: server.name, reason: withoutServerCredential(server, reason) },
      cause,
    );
  }
}
