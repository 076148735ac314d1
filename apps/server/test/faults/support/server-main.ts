import { createApplication } from '../../../src/application';
import { startServer } from '../../../src/platform/boot/start-server';
import { stopOnSignals } from '../../../src/platform/boot/stop-on-signals';
import { loadConfig } from '../../../src/platform/config/server-config';
import { createPino } from '../../../src/platform/logging/create-pino';
import { plantFault } from './fault-points';

/** The server as a process of its own, with a fault in it when the arguments name one; tells its address when ready. */
async function main(): Promise<void> {
  const config = loadConfig(process.env, false);
  const pino = createPino(config.log);
  plantFault(process.argv[2]);
  const server = await startServer(config, pino, () => Promise.resolve(createApplication));
  stopOnSignals(server.close, pino);
  process.send?.({ url: server.url });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? String(error.stack) : String(error)}\n`);
  process.exit(1);
});
