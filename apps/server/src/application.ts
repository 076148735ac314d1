import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { createFastify } from './platform/http/create-fastify';
import type { FrontDoor } from './platform/http/front-door';
import { AppLogger } from './platform/logging/app-logger';
import { Metrics } from './platform/health/metrics';
import type { Foundation } from './platform/platform.module';

/** Puts the application together behind the door, ready to answer. */
export async function createApplication(
  foundation: Foundation,
  door: FrontDoor,
): Promise<NestFastifyApplication> {
  const instance = await createFastify(foundation.config, door);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.register(foundation),
    new FastifyAdapter(instance as never),
    { bodyParser: false, logger: new AppLogger(foundation.pino), abortOnError: false },
  );
  app.get(Metrics).observe(instance);
  await app.init();
  await instance.ready();
  return app;
}
