import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { Metrics } from './platform/health/metrics';
import { createFastify } from './platform/http/create-fastify';
import type { FrontDoor } from './platform/http/front-door';
import { AppLogger } from './platform/logging/app-logger';
import { logRequests } from './platform/logging/log-requests';
import { serveDocs } from './platform/openapi/serve-docs';
import type { Foundation } from './platform/platform.module';
import { addSecurityHeaders } from './platform/web/security-headers';
import { serveWeb } from './platform/web/serve-web';
import { findWebBuild } from './platform/web/web-build';

/** Puts the application together behind the door, ready to answer. */
export async function createApplication(
  foundation: Foundation,
  door: FrontDoor,
): Promise<NestFastifyApplication> {
  const instance = await createFastify(foundation.config, door);
  const web = findWebBuild();
  await addSecurityHeaders(instance, web);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.register(foundation),
    new FastifyAdapter(instance as never),
    { bodyParser: false, logger: new AppLogger(foundation.pino), abortOnError: false },
  );
  try {
    app.get(Metrics).observe(instance);
    logRequests(instance, foundation.pino);
    await serveDocs(instance, app);
    await serveWeb(instance, web);
    await app.init();
    await instance.ready();
    return app;
  } catch (error) {
    // What was opened so far would keep the process alive; the reason for ending is the first error.
    await app.close().catch(() => undefined);
    throw error;
  }
}
