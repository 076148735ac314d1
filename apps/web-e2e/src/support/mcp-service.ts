import { RecordingServer, type SeenRequest } from '@heddle/testing';

/** A tool of an {@link McpService}. */
export interface OfferedTool {
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: object;
  /** Answers a call with a text. */
  call(given: Readonly<Record<string, unknown>>): string;
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly name?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
  };
}

/** A small MCP server of somebody else, spoken to by Streamable HTTP at `/mcp`. */
export class McpService {
  /** What it offers from the next question on, by name. */
  tools: Readonly<Record<string, OfferedTool>> = {};
  private readonly server = new RecordingServer();

  constructor(private readonly token: string) {}

  /** Starts it. */
  async listen(): Promise<void> {
    await this.server.listen();
    this.server.answer((seen, response) => {
      if (seen.method !== 'POST') return void response.writeHead(405).end();
      if (seen.headers.authorization !== `Bearer ${this.token}`) {
        return void response.writeHead(401).end('who are you?');
      }
      const answer = this.answerTo(seen);
      if (answer === undefined) return void response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  }

  get url(): string {
    return `${this.server.origin}/mcp`;
  }

  /** Host and port, as the allow list wants them. */
  get address(): string {
    return `127.0.0.1:${this.server.port}`;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Nothing for a message that wants no answer. */
  private answerTo({ body }: SeenRequest): object | undefined {
    const { id, method, params = {} } = JSON.parse(body) as Message;
    return id === undefined ? undefined : { jsonrpc: '2.0', id, result: this.resultOf(method, params) };
  }

  private resultOf(method: string, params: NonNullable<Message['params']>): object {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'service', version: '1' },
        };
      case 'tools/list':
        return {
          tools: Object.entries(this.tools).map(([name, { description, inputSchema }]) => ({
            name,
            description,
            inputSchema,
          })),
        };
      case 'tools/call': {
        const text = this.tools[params.name ?? '']?.call(params.arguments ?? {}) ?? 'no such tool';
        return { content: [{ type: 'text', text }] };
      }
      default:
        return {};
    }
  }
}
