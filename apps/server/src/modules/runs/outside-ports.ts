import type { ChatPort, HttpPort, MailPort } from '@heddle/engine';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Agent } from 'undici';
import { createOpenAiChat } from '../../adapters/chat/openai-chat';
import { createGuardedAgent } from '../../adapters/http/guarded-agent';
import { createGuardedFetch } from '../../adapters/http/guarded-fetch';
import { Outbound } from '../../adapters/http/outbound';
import { providerTargetPolicy } from '../../adapters/http/target-policy';
import { createMailPort } from '../../adapters/mail/mail-port';
import { ModelSettings } from '../../adapters/models/model-settings';
import { McpCalls } from '../mcp-servers/mcp-calls';
import { ToolCalls } from '../tools/tool-calls';

/** The ports behind which other machines are: the same for every workspace. */
@Injectable()
export class OutsidePorts implements OnApplicationShutdown {
  readonly http: HttpPort;
  readonly mail: MailPort;
  readonly chat: ChatPort;
  private readonly providers: Agent = createGuardedAgent({ policy: providerTargetPolicy });

  constructor(
    outbound: Outbound,
    models: ModelSettings,
    readonly tools: ToolCalls,
    readonly mcp: McpCalls,
  ) {
    this.http = outbound.http;
    this.mail = createMailPort({ policy: outbound.policy });
    this.chat = createOpenAiChat({
      resolveModel: (choice) => models.resolve(choice),
      fetch: createGuardedFetch(this.providers),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.providers.close();
  }
}
