import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Agent } from 'undici';
import { ServerConfig } from '../../platform/config/server-config';
import { parseAllowList } from './allow-list';
import { createGuardedAgent } from './guarded-agent';
import { createGuardedFetch, type Fetch } from './guarded-fetch';
import { createHttpPort, type GuardedHttp } from './http-port';
import { flowTargetPolicy, type TargetPolicy } from './target-policy';

/** The ways out for what users ask for: flows, tools, MCP servers and imports. */
@Injectable()
export class Outbound implements OnApplicationShutdown {
  /** Which addresses may be reached. */
  readonly policy: TargetPolicy;
  readonly http: GuardedHttp;
  /** For SDKs that want a `fetch`; it never follows redirects. */
  readonly fetch: Fetch;
  private readonly agent: Agent;

  constructor(config: ServerConfig) {
    this.policy = flowTargetPolicy(parseAllowList(config.httpAllow.join(',')));
    this.http = createHttpPort({ policy: this.policy });
    this.agent = createGuardedAgent({ policy: this.policy });
    this.fetch = createGuardedFetch(this.agent);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.http.close(), this.agent.destroy()]);
  }
}

/** Shares one set of guarded connections. */
@Module({ providers: [Outbound], exports: [Outbound] })
export class OutboundModule {}
