import { inspect } from 'node:util';
import { bannerOf } from './platform/boot/banner';
import { refusalOf } from './platform/boot/start-refusal';
import { startServer } from './platform/boot/start-server';
import { stopOnSignals } from './platform/boot/stop-on-signals';
import { loadConfig } from './platform/config/server-config';
import { createPino } from './platform/logging/create-pino';
import { findWebBuild } from './platform/web/web-build';

async function main(): Promise<void> {
  const config = loadConfig(process.env, process.stdout.isTTY);
  const pino = createPino(config.log);
  process.on('unhandledRejection', (reason) => {
    pino.error({ err: reason }, 'Something failed that nobody waited for');
  });
  const server = await startServer(
    config,
    pino,
    async () => (await import('./application.js')).createApplication,
  );
  stopOnSignals(server.close, pino);
  const { url, database } = server;
  const hasWebApp = findWebBuild() !== undefined;
  process.stdout.write(bannerOf({ url, config, database, hasWebApp, elapsedMs: process.uptime() * 1000 }));
}

main().catch((error: unknown) => {
  const refusal = refusalOf(error);
  if (refusal === undefined) process.stderr.write(`${inspect(error)}\n`);
  else
    process.stderr.write(
      `Heddle does not start:\n${refusal.map((sentence) => `  - ${sentence}\n`).join('')}`,
    );
  process.exit(1);
});
