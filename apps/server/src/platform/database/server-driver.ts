import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { isConnectionLoss } from './connection-loss';
import type { PgDriver } from './embedded-driver';

/** How long a request waits for a server that restarts. */
export const RECONNECT_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

const CLIENT_SETTINGS = {
  connectionTimeoutMillis: 4_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  application_name: 'heddle',
} as const;

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

/** Repeats what failed for want of a connection, until a restart would have been over. */
export async function overReconnects<T>(attempt: () => Promise<T>, patienceMs = RECONNECT_MS): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConnectionLoss(error) || performance.now() + pause >= deadline) throw error;
      await wait(pause);
    }
  }
}

/**
 * The `pg` module for a Postgres server: connections of its pool survive a restart of the server. Waiting for a
 * connection can be repeated without a second thought, because nothing was sent yet.
 */
export function serverDriver(connectionString: string, report: (error: Error) => void): PgDriver {
  class ServerClient extends pg.Client {
    constructor() {
      super({ connectionString, ...CLIENT_SETTINGS });
    }
  }
  class ServerPool extends pg.Pool {
    constructor(options: pg.PoolConfig = {}) {
      super({ ...options, connectionString, ...CLIENT_SETTINGS });
      // Without listeners the first restart of the server would end the process: the pool speaks for its idle
      // connections, one that is in use for itself, and then the query in it fails and is reported as such.
      this.on('error', report);
      this.on('connect', (client) => client.on('error', () => undefined));
    }

    override connect(): Promise<pg.PoolClient>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
      const client = overReconnects(() => super.connect());
      if (callback === undefined) return client;
      client.then(
        (connected) => callback(undefined, connected, (release) => connected.release(release)),
        (error: Error) => callback(error, undefined, () => undefined),
      );
    }
  }
  return { ...pg, Client: ServerClient, Pool: ServerPool };
}
