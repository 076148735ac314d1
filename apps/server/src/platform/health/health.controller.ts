import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/access';
import { HealthRegistry, type Health } from './health-registry';
import { Metrics } from './metrics';

/** What operators and their tools ask. */
@ApiTags('operations')
@Public()
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthRegistry,
    private readonly metrics: Metrics,
  ) {}

  /** Alive: says nothing about the parts. */
  @Get('healthz')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Ready: the state of every part; 503 when one that is needed is down. */
  @Get('readyz')
  @Header('cache-control', 'no-store')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    const report = await this.health.report();
    if (report.status === 'down') reply.status(503);
    return report;
  }

  /** Prometheus metrics. */
  @Get('metrics')
  async prometheus(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }
}
