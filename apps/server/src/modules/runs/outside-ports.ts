import type { ChatPort, EmbeddingPort, HttpPort, MailPort, RerankPort } from '@heddle/engine';
import { Injectable } from '@nestjs/common';
import { Outbound } from '../../adapters/http/outbound';
import { createMailPort } from '../../adapters/mail/mail-port';
import { ModelPorts } from '../../adapters/models/runtime/model-ports';
import { McpCalls } from '../mcp-servers/mcp-calls';
import { ToolCalls } from '../tools/tool-calls';

/** The ports behind which other machines are: the same for every workspace. */
@Injectable()
export class OutsidePorts {
  readonly http: HttpPort;
  readonly mail: MailPort;
  readonly chat: ChatPort;
  readonly embedding: EmbeddingPort;
  readonly rerank: RerankPort;

  constructor(
    outbound: Outbound,
    models: ModelPorts,
    readonly tools: ToolCalls,
    readonly mcp: McpCalls,
  ) {
    this.http = outbound.http;
    this.mail = createMailPort({ policy: outbound.policy });
    this.chat = models.chat;
    this.embedding = models.embedding;
    this.rerank = models.rerank;
  }
}
