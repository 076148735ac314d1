import type pg from 'pg';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { isConnectionLoss } from './connection-loss';
import { overReconnects } from './server-driver';
import { embeddedDriver } from './embedded-driver';
import { EmbeddedDatabase } from './embedded-database';

jest.setTimeout(60_000);

describe('the embedded database', () => {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'heddle-pglite-'));
  const folder = path.join(parent, 'postgres');
  let database: EmbeddedDatabase;
  const onLoss = jest.fn();
  let pool: pg.Pool;

  beforeAll(async () => {
    // What a kill during an earlier first start leaves behind.
    mkdirSync(`${folder}.new-4711/base`, { recursive: true });
    database = await EmbeddedDatabase.open(folder, onLoss);
    pool = new (embeddedDriver(() => database.worker).Pool)({ max: 4 });
    pool.on('error', () => undefined);
    await pool.query('CREATE TABLE item (id int PRIMARY KEY, n int NOT NULL, data jsonb, big bigint)');
  });
  afterAll(async () => {
    await pool.end();
    await database.close();
    rmSync(parent, { recursive: true, force: true });
  });

  it('is made aside, and half-made ones are removed', () => {
    expect(readdirSync(parent)).toEqual(['postgres']);
    expect(existsSync(path.join(folder, 'PG_VERSION'))).toBe(true);
  });

  it('speaks the types and error codes of the real client', async () => {
    await pool.query('INSERT INTO item VALUES (1, 0, $1, $2)', [{ x: [1, null] }, '9007199254740993']);
    const { rows } = await pool.query<{ data: unknown; big: string }>(
      'SELECT data, big FROM item WHERE id = $1',
      [1],
    );
    expect(rows).toEqual([{ data: { x: [1, null] }, big: '9007199254740993' }]);
    await expect(pool.query('INSERT INTO item VALUES (1, 0)')).rejects.toMatchObject({ code: '23505' });
    await expect(pool.query('SELEC 1')).rejects.toMatchObject({ code: '42601' });
    await expect(pool.query('SELECT 1 AS one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  it('keeps transactions of different connections apart', async () => {
    await pool.query('INSERT INTO item VALUES (2, 0)');
    const increment = async (): Promise<void> => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const { rows } = await client.query<{ n: number }>('SELECT n FROM item WHERE id = 2 FOR UPDATE');
        await client.query('UPDATE item SET n = $1 WHERE id = 2', [(rows[0]?.n ?? 0) + 1]);
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    };
    await Promise.all(Array.from({ length: 30 }, increment));
    const { rows } = await pool.query('SELECT n FROM item WHERE id = 2');
    expect(rows).toEqual([{ n: 30 }]);
  });

  it('undoes what a connection leaves open when it goes', async () => {
    const client = new (embeddedDriver(() => database.worker).Client)();
    await client.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO item VALUES (3, 0)');
    await client.end();
    const { rows } = await pool.query('SELECT * FROM item WHERE id = 3');
    expect(rows).toEqual([]);
  });

  it('has vectors, trigrams and cryptography', async () => {
    await pool.query('CREATE EXTENSION vector; CREATE EXTENSION pg_trgm; CREATE EXTENSION pgcrypto;');
    const { rows } = await pool.query(
      `SELECT '[1,2]'::vector <-> '[1,3]' AS distance, similarity('abc', 'abd') > 0 AS near`,
    );
    expect(rows).toEqual([{ distance: 1, near: true }]);
  });

  it('carries TypeORM with savepoints', async () => {
    const dataSource = await new DataSource({
      type: 'postgres',
      driver: embeddedDriver(() => database.worker),
      installExtensions: false,
    }).initialize();
    await dataSource.transaction(async (outer) => {
      await outer.query('INSERT INTO item VALUES (10, 0)');
      const inner = outer.transaction(async (tx) => {
        await tx.query('INSERT INTO item VALUES (11, 0)');
        throw new Error('undo the inner one');
      });
      await expect(inner).rejects.toThrow('undo');
    });
    const rows = await dataSource.query<{ id: number }[]>('SELECT id FROM item WHERE id >= 10');
    expect(rows).toEqual([{ id: 10 }]);
    await dataSource.destroy();
  });

  it('fails queries as a lost connection when its thread ends, and opens again with everything in it', async () => {
    const client = new (embeddedDriver(() => database.worker).Client)();
    client.on('error', () => undefined);
    await client.connect();
    await database.worker.close();
    const error: unknown = await client.query('SELECT 1').catch((thrown: unknown) => thrown);
    expect(isConnectionLoss(error)).toBe(true);
    expect(onLoss).toHaveBeenCalledTimes(1);
    const { rows } = await overReconnects(() => pool.query('SELECT n FROM item WHERE id = 2'), 30_000);
    expect(rows).toEqual([{ n: 30 }]);
  });
});
