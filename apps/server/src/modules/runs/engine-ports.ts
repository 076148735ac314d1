import type { ChatPort, EnginePorts, MailPort } from '@heddle/engine';
import { Sandbox } from '@heddle/sandbox';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Agent } from 'undici';
import { createOpenAiChat } from '../../adapters/chat/openai-chat';
import { Conversations } from '../../adapters/history/conversations';
import { parseAllowList } from '../../adapters/http/allow-list';
import { createGuardedAgent } from '../../adapters/http/guarded-agent';
import { createGuardedFetch } from '../../adapters/http/guarded-fetch';
import { createHttpPort, type GuardedHttp } from '../../adapters/http/http-port';
import { flowTargetPolicy, providerTargetPolicy } from '../../adapters/http/target-policy';
import { createMailPort } from '../../adapters/mail/mail-port';
import { ModelSettings } from '../../adapters/models/model-settings';
import { EngineSandbox } from '../../adapters/sandbox/engine-sandbox';
import { ServerConfig } from '../../platform/config/server-config';
import { FilesService } from '../files/files.service';
import { SecretsService } from '../secrets/secrets.service';

const MAX_WORKSPACES = 1_000;

/** Gives runs of a workspace everything that lies outside of them; the one place where ports meet real parts. */
@Injectable()
export class EnginePortsFactory implements OnApplicationShutdown {
  private readonly http: GuardedHttp;
  private readonly mail: MailPort;
  private readonly providers: Agent = createGuardedAgent({ policy: providerTargetPolicy });
  private readonly chat: ChatPort;
  private readonly ports = new LRUCache<string, EnginePorts>({ max: MAX_WORKSPACES });

  constructor(
    config: ServerConfig,
    models: ModelSettings,
    private readonly sandbox: Sandbox,
    private readonly files: FilesService,
    private readonly secrets: SecretsService,
    private readonly history: Conversations,
  ) {
    const policy = flowTargetPolicy(parseAllowList(config.httpAllow.join(',')));
    this.http = createHttpPort({ policy });
    this.mail = createMailPort({ policy });
    this.chat = createOpenAiChat({
      resolveModel: (choice) => models.resolve(choice),
      fetch: createGuardedFetch(this.providers),
    });
  }

  for(workspaceId: string): EnginePorts {
    const known = this.ports.get(workspaceId);
    if (known) return known;
    const { chat, http, mail, files, secrets, history } = this;
    const ports = {
      chat,
      http,
      mail,
      files,
      secrets,
      history,
      sandbox: new EngineSandbox(this.sandbox, workspaceId),
    };
    this.ports.set(workspaceId, ports);
    return ports;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.http.close(), this.providers.close()]);
  }
}
