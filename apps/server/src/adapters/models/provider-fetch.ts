import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createGuardedAgent } from '../http/guarded-agent';
import { createGuardedFetch, type Fetch } from '../http/guarded-fetch';
import { providerTargetPolicy } from '../http/target-policy';

/** The way out to model providers, which owners configure: private networks too, metadata services never. */
@Injectable()
export class ProviderFetch implements OnApplicationShutdown {
  private readonly agent = createGuardedAgent({ policy: providerTargetPolicy });
  readonly fetch: Fetch = createGuardedFetch(this.agent);

  async onApplicationShutdown(): Promise<void> {
    await this.agent.close();
  }
}
