import { Global, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HealthRegistry, type PartHealth } from '../../platform/health/health-registry';
import { createLocalEmbedding, LocalEmbedding } from './local-embedding';

function healthOf(embedding: LocalEmbedding): PartHealth {
  const { state, reason } = embedding.status();
  if (state !== 'unavailable') return { status: 'ok' };
  return {
    status: 'degraded',
    reason: `the local embedding model is not available: ${reason}; without another one, retrieval uses full text alone`,
  };
}

/** The embedding model for workspaces that have set up none. */
@Global()
@Module({
  providers: [{ provide: LocalEmbedding, useFactory: () => createLocalEmbedding() }],
  exports: [LocalEmbedding],
})
export class EmbeddingLocalModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly embedding: LocalEmbedding,
    private readonly health: HealthRegistry,
  ) {}

  onModuleInit(): void {
    this.health.register('embedding', () => healthOf(this.embedding));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.embedding.close();
  }
}
