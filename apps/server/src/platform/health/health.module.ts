import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OPEN_DATABASE } from '../database/database.module';
import type { OpenDatabase } from '../database/open-database';
import { HealthController } from './health.controller';
import { HealthRegistry } from './health-registry';
import { Metrics } from './metrics';

/** Health and metrics of the whole server. */
@Global()
@Module({
  controllers: [HealthController],
  providers: [HealthRegistry, Metrics],
  exports: [HealthRegistry, Metrics],
})
export class HealthModule implements OnModuleInit {
  constructor(
    private readonly health: HealthRegistry,
    private readonly dataSource: DataSource,
    @Inject(OPEN_DATABASE) private readonly database: OpenDatabase,
  ) {}

  onModuleInit(): void {
    this.health.register('database', async () => {
      await this.dataSource.query('SELECT 1');
      return { status: 'ok' };
    });
    this.health.register('pgvector', () =>
      this.database.vectorVersion === null
        ? {
            status: 'degraded',
            reason: 'the extension vector is not installed; retrieval uses full text alone',
          }
        : { status: 'ok' },
    );
  }
}
