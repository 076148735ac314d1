import type pg from 'pg';
import type { SchemaFile } from './init-db-folder';

/** Any number that no other user of the same server takes for its advisory lock. */
const LOCK_KEY = '7310034283826791';

const LEDGER = `
  CREATE TABLE IF NOT EXISTS schema_ledger (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

const RECORD = `
  INSERT INTO schema_ledger (name, checksum) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET checksum = EXCLUDED.checksum, applied_at = now()`;

async function apply(client: pg.Client, file: SchemaFile): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(file.sql);
    await client.query(RECORD, [file.name, file.checksum]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(`init-db/${file.name} could not be applied`, { cause: error });
  }
}

/**
 * Brings a database to the schema of `init-db`, one transaction a file, while an advisory lock keeps other starting
 * instances waiting. A file that changed since it was applied is applied again: every one is idempotent.
 * @returns the names of the files that were applied now
 */
export async function migrate(client: pg.Client, files: readonly SchemaFile[]): Promise<readonly string[]> {
  await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
  try {
    await client.query(LEDGER);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_ledger',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const pending = files.filter((file) => applied.get(file.name) !== file.checksum);
    for (const file of pending) await apply(client, file);
    return pending.map((file) => file.name);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]);
  }
}
