import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type z } from 'zod';

/** A tool of the test server. */
export interface TestMcpTool {
  readonly description: string;
  readonly input: z.ZodRawShape;
  run(given: Record<string, unknown>): CallToolResult | Promise<CallToolResult>;
}

/** A real MCP server on loopback, made with the SDK: Streamable HTTP at `/mcp`, SSE at `/sse`. */
export class TestMcpServer {
  /** What it offers from the next conversation on. */
  tools: Record<string, TestMcpTool> = {};
  /** What requests must carry as their Authorization, when set. */
  authorization: string | undefined;
  readonly seen: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
  }[] = [];
  private readonly streams = new Map<string, SSEServerTransport>();
  private readonly server: Server = createServer(
    (request, response) => void this.receive(request, response).catch(() => response.destroy()),
  );

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  listen(): Promise<void> {
    return new Promise((done) => void this.server.listen(0, '127.0.0.1', done));
  }

  close(): Promise<void> {
    return new Promise((done) => {
      this.server.close(() => done());
      this.server.closeAllConnections();
    });
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    this.seen.push({ method, url, headers });
    if (this.authorization !== undefined && headers.authorization !== this.authorization) {
      response.writeHead(401).end(`no: ${headers.authorization ?? ''}`);
      return;
    }
    const { pathname, searchParams } = new URL(url, this.origin);
    if (pathname === '/sse') await this.openStream(response);
    else if (pathname === '/messages') {
      await this.streams.get(searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response);
    } else if (method === 'POST') await this.answer(request, response);
    else response.writeHead(405).end();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const transport = new StreamableHTTPServerTransport({});
    const server = this.create();
    response.on('close', () => void server.close());
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response);
  }

  private async openStream(response: ServerResponse): Promise<void> {
    const transport = new SSEServerTransport('/messages', response);
    this.streams.set(transport.sessionId, transport);
    await this.create().connect(transport);
  }

  private create(): McpServer {
    const server = new McpServer({ name: 'test', version: '1' });
    for (const [name, { description, input, run }] of Object.entries(this.tools)) {
      server.registerTool(name, { description, inputSchema: input }, (given) => run(given));
    }
    return server;
  }
}
