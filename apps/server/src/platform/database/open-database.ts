import type pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseSettings } from '../config/server-config';
import { isConnectionLoss } from './connection-loss';
import { embeddedDriver, type PgDriver } from './embedded-driver';
import { EmbeddedDatabase } from './embedded-database';
import { lockFolder } from './folder-lock';
import { readSchemaFiles } from './init-db-folder';
import { migrate } from './migrations';
import { serverDriver } from './server-driver';

const FIRST_CONNECT_MS = 60_000;
const FIRST_CONNECT_PAUSE_MS = 1_000;

/** A line about the database for the log. */
export type DatabaseReport = (level: 'info' | 'warn', message: string, error?: unknown) => void;

/** A database that is open, migrated and ready to be used. */
export interface OpenDatabase {
  readonly kind: DatabaseSettings['kind'];
  readonly driver: PgDriver;
  /** Version of the vector extension; null when the server has none and retrieval falls back to full text. */
  readonly vectorVersion: string | null;
  close(): Promise<void>;
}

async function withClient<T>(driver: PgDriver, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new driver.Client();
  // A lost connection is reported by the query that needed it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function prepare(driver: PgDriver, report: DatabaseReport): Promise<string | null> {
  return withClient(driver, async (client) => {
    await client.query('SET statement_timeout = 0');
    const applied = await migrate(client, readSchemaFiles());
    if (applied.length > 0) report('info', `Database schema brought up to date: ${applied.join(', ')}`);
    const { rows } = await client.query<{ extversion: string }>(
      `SELECT extversion FROM pg_extension WHERE extname = 'vector'`,
    );
    return rows[0]?.extversion ?? null;
  });
}

async function openFolder(folder: string, report: DatabaseReport): Promise<OpenDatabase> {
  const unlock = await lockFolder(folder);
  try {
    const embedded = await EmbeddedDatabase.open(folder, () =>
      report('warn', 'The embedded database ended by itself and is opened again'),
    );
    const driver = embeddedDriver(() => embedded.worker);
    const close = async (): Promise<void> => {
      await embedded.close();
      unlock();
    };
    try {
      return { kind: 'embedded', driver, vectorVersion: await prepare(driver, report), close };
    } catch (error) {
      await embedded.close();
      throw error;
    }
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A server that starts together with us may need a while; one that refuses us is not asked again. */
async function whenReachable<T>(attempt: () => Promise<T>, report: DatabaseReport): Promise<T> {
  const deadline = performance.now() + FIRST_CONNECT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConnectionLoss(error) || performance.now() > deadline) throw error;
      report('warn', 'The database does not answer yet; trying again', error);
      await wait(FIRST_CONNECT_PAUSE_MS);
    }
  }
}

async function openServer(url: string, report: DatabaseReport): Promise<OpenDatabase> {
  const driver = serverDriver(url, (error) => report('warn', 'A database connection was lost', error));
  const vectorVersion = await whenReachable(() => prepare(driver, report), report);
  return { kind: 'server', driver, vectorVersion, close: () => Promise.resolve() };
}

/**
 * Opens the database that the settings name and applies the schema.
 * @throws FolderInUseError, or what the server says
 */
export const openDatabase = (settings: DatabaseSettings, report: DatabaseReport): Promise<OpenDatabase> =>
  settings.kind === 'embedded' ? openFolder(settings.folder, report) : openServer(settings.url, report);
