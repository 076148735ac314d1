import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createApplication } from '../../src/application';
import { startServer } from '../../src/platform/boot/start-server';
import { loadConfig } from '../../src/platform/config/server-config';
import { createPino } from '../../src/platform/logging/create-pino';
import { copyDatabaseTemplate } from './database-template';
import { createServerDatabase, emptyRedisDatabase } from './server-database';
import { TestClient } from './test-client';

// The first server of a run makes the database template, which takes longer than a unit test may.
jest.setTimeout(60_000);

const SECRET_KEY = Buffer.from('a test key with 32 bytes exactly').toString('base64');

/** The account that {@link TestServer.setup} makes. */
export const OWNER = {
  email: 'owner@example.com',
  password: 'correct horse battery',
  name: 'Olga Owner',
} as const;

/** The real server on a port of its own, with a database of its own. */
export interface TestServer {
  readonly url: string;
  readonly app: NestFastifyApplication;
  readonly dataDir: string;
  /** Nobody in particular. */
  readonly anonymous: TestClient;
  /** Makes the first owner and gives a client that is signed in as them. */
  setup(): Promise<TestClient>;
  /** Gives a client that is signed in as an account that exists. */
  login(email: string, password: string): Promise<TestClient>;
  close(): Promise<void>;
}

/** How a test server differs from the usual one. */
export interface TestServerOptions {
  /** Environment variables, as somebody would set them before the start. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Storage {
  readonly env: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/** On a real server when the environment names one, so that the same specs run on both; else embedded. */
async function prepareStorage(dataDir: string): Promise<Storage> {
  const { HEDDLE_TEST_DATABASE_URL: databaseUrl, HEDDLE_TEST_REDIS_URL: redisUrl } = process.env;
  const redis = redisUrl ? { REDIS_URL: await emptyRedisDatabase(redisUrl) } : {};
  if (databaseUrl) {
    const database = await createServerDatabase(databaseUrl);
    return { env: { DATABASE_URL: database.url, ...redis }, drop: () => database.drop() };
  }
  await copyDatabaseTemplate(dataDir);
  return { env: redis, drop: () => Promise.resolve() };
}

async function signIn(client: TestClient, address: string, body: object): Promise<TestClient> {
  const answer = await client.post(address, body);
  if (answer.status >= 300) throw new Error(`${address} answered ${answer.status}: ${answer.text}`);
  return client.as(String(answer.body.token));
}

/** Boots the whole server as `npm start` does. Close it at the end of the spec. */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'heddle-test-'));
  const storage = await prepareStorage(dataDir);
  const environment = {
    PORT: '0',
    HEDDLE_DATA_DIR: dataDir,
    HEDDLE_SECRET_KEY: SECRET_KEY,
    LOG_LEVEL: process.env['HEDDLE_TEST_LOG_LEVEL'] ?? 'silent',
    LOG_FORMAT: 'json',
    ...storage.env,
    ...options.env,
  };
  const config = loadConfig(environment, false);
  const server = await startServer(config, createPino(config.log), () => Promise.resolve(createApplication));
  const anonymous = new TestClient(server.url);
  return {
    url: server.url,
    app: server.app,
    dataDir,
    anonymous,
    setup: () => signIn(anonymous, '/api/auth/setup', OWNER),
    login: (email, password) => signIn(anonymous, '/api/auth/login', { email, password }),
    close: async () => {
      await server.close();
      await storage.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
