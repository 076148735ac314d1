import type { ChatPort } from './chat-port';
import type { EmbeddingPort } from './embedding-port';
import type { FilesPort } from './files-port';
import type { HistoryPort } from './history-port';
import type { HttpPort } from './http-port';
import type { MailPort } from './mail-port';
import type { McpPort } from './mcp-port';
import type { RerankPort } from './rerank-port';
import type { SandboxPort } from './sandbox-port';
import type { SecretsPort } from './secrets-port';
import type { ToolsPort } from './tools-port';

/** Everything outside a run that nodes may ask for; the server provides each. */
export interface EnginePorts {
  readonly chat: ChatPort;
  readonly embedding: EmbeddingPort;
  readonly rerank: RerankPort;
  readonly sandbox: SandboxPort;
  readonly http: HttpPort;
  readonly mail: MailPort;
  readonly files: FilesPort;
  readonly secrets: SecretsPort;
  readonly history: HistoryPort;
  readonly tools: ToolsPort;
  readonly mcp: McpPort;
}

/** The name of a port, as executors list what they need. */
export type PortName = keyof EnginePorts;
