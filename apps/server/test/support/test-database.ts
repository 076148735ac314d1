import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { openDatabase, type OpenDatabase } from '../../src/platform/database/open-database';
import { copyDatabaseTemplate } from './database-template';
import { createServerDatabase } from './server-database';

// A database takes its time where other work goes on beside the tests.
jest.setTimeout(60_000);

/** A migrated database without a server around it. */
export interface TestDatabase {
  readonly database: OpenDatabase;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a database of its own, for adapters that are tested by themselves. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env['HEDDLE_TEST_DATABASE_URL'];
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'heddle-test-'));
  const server = adminUrl ? await createServerDatabase(adminUrl) : undefined;
  if (!server) await copyDatabaseTemplate(dataDir);
  const database = await openDatabase(
    server
      ? { kind: 'server', url: server.url }
      : { kind: 'embedded', folder: path.join(dataDir, 'postgres') },
    () => undefined,
  );
  const pool = new database.driver.Pool({ max: 4 });
  return {
    database,
    pool,
    close: async () => {
      await pool.end();
      await database.close();
      await server?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
