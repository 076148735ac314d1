import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import type { ServerConfig } from '../config/server-config';
import { openDatabase, type DatabaseReport, type OpenDatabase } from '../database/open-database';
import { FrontDoor } from '../http/front-door';
import type { Foundation } from '../platform.module';
import { Shutdown } from './shutdown';

/** What a worker answers: those who watch it. Everything else is for the API processes. */
const WORKER_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
/** How long running work may take to end after a stop was asked for. */
const DRAIN_MS = 25_000;

type CreateApplication = (foundation: Foundation, door: FrontDoor) => Promise<NestFastifyApplication>;

/** A server that answers requests. */
export interface RunningServer {
  readonly url: string;
  readonly app: NestFastifyApplication;
  readonly database: OpenDatabase;
  /** Stops in order: no new requests, running work ends, connections and database close. */
  close(): Promise<void>;
}

const reportTo =
  (pino: Logger): DatabaseReport =>
  (level, message, error) =>
    pino[level](error === undefined ? {} : { err: error }, message);

const within = (work: Promise<unknown>, limitMs: number): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, limitMs).unref())]);

const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};

/**
 * Starts the server: it listens at once, then opens the database, then puts the application together.
 * @throws FolderInUseError, or whatever kept it from starting, after everything is closed again
 */
export async function startServer(
  config: ServerConfig,
  pino: Logger,
  loadApplication: () => Promise<CreateApplication>,
): Promise<RunningServer> {
  const door = new FrontDoor(config.role === 'worker' ? (path) => WORKER_PATHS.has(path) : undefined);
  const port = await door.listen(config.http.host, config.http.port);
  const opening = openDatabase(config.database, reportTo(pino));
  try {
    // The application's code is loaded while the database opens in its thread.
    const [create, database] = await Promise.all([loadApplication(), opening]);
    const shutdown = new Shutdown();
    const app = await create({ config, database, pino, shutdown }, door);
    door.open();
    const close = async (): Promise<void> => {
      shutdown.begin();
      door.stopIntake();
      await within(app.close(), DRAIN_MS);
      await door.close();
      await database.close();
    };
    return { url: `http://${hostInUrl(config.http.host)}:${port}`, app, database, close };
  } catch (error) {
    await door.close();
    await opening.then(
      (database) => database.close(),
      () => undefined,
    );
    throw error;
  }
}
