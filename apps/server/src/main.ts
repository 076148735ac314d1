import { ConfigError } from './platform/config/environment';
import { loadConfig, type ServerConfig } from './platform/config/server-config';
import { createPino } from './platform/logging/app-logger';
import { startServer } from './platform/boot/start-server';

function readConfig(): ServerConfig {
  try {
    return loadConfig(process.env, process.stdout.isTTY);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(
      `Heddle does not start:\n${error.problems.map((problem) => `  - ${problem}`).join('\n')}\n`,
    );
    process.exit(1);
  }
}

async function main(): Promise<void> {
  const config = readConfig();
  const pino = createPino(config.log);
  const server = await startServer(
    config,
    pino,
    async () => (await import('./application.js')).createApplication,
  );
  process.stdout.write(`${server.url}\n`);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    void server.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

void main();
