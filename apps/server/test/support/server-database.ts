import { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of its own on the test Postgres server. */
export interface ServerDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Makes an empty database next to the one that the URL names. */
export async function createServerDatabase(adminUrl: string): Promise<ServerDatabase> {
  const worker = process.env['JEST_WORKER_ID'] ?? '1';
  const name = `heddle_test_${worker}_${randomBytes(4).toString('hex')}`;
  await run(adminUrl, `CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** The Redis database of this test worker, without what earlier specs counted in it. */
export async function emptyRedisDatabase(redisUrl: string): Promise<string> {
  const url = new URL(redisUrl);
  url.pathname = `/${Number(process.env['JEST_WORKER_ID'] ?? '1') % 16}`;
  const redis = new Redis(url.href);
  await redis.flushdb();
  redis.disconnect();
  return url.href;
}
