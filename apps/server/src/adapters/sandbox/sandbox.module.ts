import path from 'node:path';
import { Sandbox } from '@heddle/sandbox';
import {
  Global,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { ServerConfig } from '../../platform/config/server-config';
import { HealthRegistry, type PartHealth } from '../../platform/health/health-registry';

/** Only a process that has started knows which interpreter this machine has, so a first one is started to be asked. */
async function healthOf(sandbox: Sandbox): Promise<PartHealth> {
  await sandbox.prewarm();
  const { state, reason } = sandbox.status();
  return { status: state === 'idle' ? 'ok' : state, ...(reason === undefined ? {} : { reason }) };
}

const createSandbox = (config: ServerConfig): Sandbox =>
  new Sandbox({ cacheDir: path.join(config.dataDir, 'cache') });

/** Child processes that run what users wrote. */
@Global()
@Module({
  providers: [{ provide: Sandbox, useFactory: createSandbox, inject: [ServerConfig] }],
  exports: [Sandbox],
})
export class SandboxModule implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly health: HealthRegistry,
  ) {}

  onModuleInit(): void {
    this.health.register('sandbox', () => healthOf(this.sandbox));
  }

  onApplicationBootstrap(): void {
    void this.sandbox.prewarm();
  }

  onApplicationShutdown(): void {
    this.sandbox.close();
  }
}
