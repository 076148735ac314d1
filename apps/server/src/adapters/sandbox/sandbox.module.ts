import { Sandbox } from '@heddle/sandbox';
import { Global, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HealthRegistry, type PartHealth } from '../../platform/health/health-registry';

function healthOf(sandbox: Sandbox): PartHealth {
  const { state, reason } = sandbox.status();
  return { status: state === 'idle' ? 'ok' : state, ...(reason === undefined ? {} : { reason }) };
}

/** Child processes that run what users wrote. */
@Global()
@Module({ providers: [{ provide: Sandbox, useFactory: () => new Sandbox() }], exports: [Sandbox] })
export class SandboxModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly health: HealthRegistry,
  ) {}

  onModuleInit(): void {
    this.health.register('sandbox', () => healthOf(this.sandbox));
  }

  onApplicationShutdown(): void {
    this.sandbox.close();
  }
}
