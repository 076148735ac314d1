import pg from 'pg';
import type { PgliteWorker } from './pglite-worker';
import { PgliteStream } from './pglite-stream';
import { SessionTurns } from './session-turns';

const TURN_TIMEOUT_MS = 15_000;

/** What TypeORM and the migrations need of a `pg` module. */
export interface PgDriver {
  readonly Client: new () => pg.Client;
  readonly Pool: new (options?: pg.PoolConfig) => pg.Pool;
}

/** The real `pg` client over the embedded database: same parameters, type parsing and error codes, no socket. */
export function embeddedDriver(worker: () => PgliteWorker): PgDriver {
  const turns = new SessionTurns(TURN_TIMEOUT_MS);
  class EmbeddedClient extends pg.Client {
    constructor() {
      super({
        host: 'embedded',
        user: 'postgres',
        database: 'postgres',
        password: '',
        ssl: false,
        stream: () => new PgliteStream(worker(), turns) as never,
      });
    }
  }
  class EmbeddedPool extends pg.Pool {
    constructor(options: pg.PoolConfig = {}) {
      const { max, idleTimeoutMillis } = options;
      super({
        ...(max === undefined ? {} : { max }),
        ...(idleTimeoutMillis === undefined ? {} : { idleTimeoutMillis }),
        Client: EmbeddedClient,
      } as pg.PoolConfig);
      // Connections end together with the database's thread, which is reported once and opened again.
      this.on('error', () => undefined);
      this.on('connect', (client) => client.on('error', () => undefined));
    }
  }
  return { ...pg, Client: EmbeddedClient, Pool: EmbeddedPool };
}
