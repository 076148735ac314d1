import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { createApplication } from '../src/application';
import { refusalOf } from '../src/platform/boot/start-refusal';
import { startServer, type RunningServer } from '../src/platform/boot/start-server';
import { loadConfig } from '../src/platform/config/server-config';
import { copyDatabaseTemplate } from './support/database-template';
import { TestClient } from './support/test-client';

jest.setTimeout(60_000);

const keyOf = (text: string): string => Buffer.from(text).toString('base64');
const OWNER = { email: 'owner@example.com', password: 'correct horse battery' };

describe('starting twice on one data folder', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'heddle-test-'));

  beforeAll(() => copyDatabaseTemplate(dataDir));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const start = (variables: Record<string, string> = {}): Promise<RunningServer> =>
    startServer(
      loadConfig({ PORT: '0', HEDDLE_DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...variables }, false),
      pino({ level: 'silent' }),
      () => Promise.resolve(createApplication),
    );

  const refusalToStart = async (variables: Record<string, string> = {}): Promise<readonly string[]> => {
    const error: unknown = await start(variables).then(
      () => new Error('it started'),
      (thrown: unknown) => thrown,
    );
    return refusalOf(error) ?? [String(error)];
  };

  it('keeps everything, refuses a second process and another key', async () => {
    const first = await start();
    const { body } = await new TestClient(first.url).post('/api/auth/setup', OWNER);
    expect(await refusalToStart()).toEqual([
      expect.stringContaining(`${dataDir} is in use by process ${process.pid}`),
    ]);
    const port = new URL(first.url).port;
    expect(await refusalToStart({ PORT: port })).toEqual([expect.stringContaining('PORT is taken')]);
    await first.close();

    expect(await refusalToStart({ HEDDLE_SECRET_KEY: keyOf('another key with 32 bytes in it!') })).toEqual([
      expect.stringContaining('HEDDLE_SECRET_KEY is not the key'),
    ]);

    const second = await start();
    const me = await new TestClient(second.url, body.token).get('/api/auth/me');
    expect(me.body).toEqual(body.user);
    await second.close();
  });
});
