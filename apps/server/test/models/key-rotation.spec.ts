import { flow, RecordingServer, ScriptedModelServer } from '@heddle/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { refusalOf } from '../../src/platform/boot/start-refusal';
import { rotateKeys, type QueryRows } from '../../src/platform/crypto/key-rotation';
import { SecretBox } from '../../src/platform/crypto/secret-box';
import { createFlow } from '../support/flow-client';
import { copyDatabaseTemplate } from '../support/database-template';
import { createServerDatabase, type ServerDatabase } from '../support/server-database';
import type { TestClient } from '../support/test-client';
import { createTestServer, OWNER, type TestServer } from '../support/test-server';

const API_KEY = 'sk-of-the-provider-1';
const TOKEN = 'token-of-the-service';
const OLD = randomBytes(32).toString('base64');
const NEW = randomBytes(32).toString('base64');
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'heddle-rotation-'));
const models = new ScriptedModelServer({ apiKey: API_KEY });
const service = new RecordingServer();
let shared: ServerDatabase | undefined;
let server: TestServer | undefined;
let owner: TestClient;

const start = async (env: Record<string, string>): Promise<TestServer> => {
  server = await createTestServer({
    env: {
      HEDDLE_DATA_DIR: dataDir,
      ...(shared ? { DATABASE_URL: shared.url } : {}),
      HEDDLE_HTTP_ALLOW: `127.0.0.1:${service.port}`,
      ...env,
    },
  });
  return server;
};
const stop = async (): Promise<void> => {
  await server?.close();
  server = undefined;
};
const reasonNotToStart = async (env: Record<string, string>): Promise<string> => {
  const error: unknown = await start(env).then(
    () => new Error('it started'),
    (thrown: unknown) => thrown,
  );
  return (refusalOf(error) ?? [String(error)]).join();
};
const queryOf =
  ({ app }: TestServer): QueryRows =>
  (sql, values) =>
    app.get(DataSource).query(sql, [...values]);
const KEY_IDS = `
SELECT DISTINCT split_part(sealed, '.', 2) AS id FROM (
  SELECT sealed FROM secrets UNION ALL SELECT sealed FROM tool_sources
  UNION ALL SELECT sealed FROM mcp_servers UNION ALL SELECT api_key FROM model_providers
) AS all_of_them WHERE sealed IS NOT NULL`;
const keyIds = async (running: TestServer): Promise<string[]> =>
  (await queryOf(running)<{ id: string }>(KEY_IDS, [])).map(({ id }) => id);
const secretAt = (rowId: string) => ({ table: 'secrets', column: 'sealed', rowId }) as const;
const boxOf = (key: string): SecretBox => new SecretBox(Buffer.from(key, 'base64'));

/** More secrets than are sealed anew at once. */
async function addSecrets(running: TestServer, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = randomUUID();
    return [id, `more_${index}`, boxOf(OLD).seal(`value ${index}`, secretAt(id))] as const;
  });
  await queryOf(running)(
    `INSERT INTO secrets (workspace_id, id, name, sealed)
     SELECT w.id, s.id, s.name, s.sealed FROM workspaces w, unnest($1::uuid[], $2::text[], $3::text[]) AS s (id, name, sealed)`,
    [rows.map(([id]) => id), rows.map(([, name]) => name), rows.map(([, , sealed]) => sealed)],
  );
}

/** A flow that needs a secret and the key of a provider. */
const definition = flow()
  .node('start', 'trigger')
  .node('ask', 'llm', { model: 'scripted', prompt: [{ role: 'user', text: '[[reply:hi]]' }] })
  .node('http', 'http_request', {
    url: 'http://127.0.0.1:0/',
    auth: { type: 'bearer', token: { secret: 'token' } },
  })
  .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
  .chain('start', 'ask', 'http', 'end');

beforeAll(async () => {
  const adminUrl = process.env['HEDDLE_TEST_DATABASE_URL'];
  if (adminUrl) shared = await createServerDatabase(adminUrl);
  else await copyDatabaseTemplate(dataDir);
  await Promise.all([models.listen(), service.listen()]);
});
afterAll(async () => {
  await stop();
  await Promise.all([models.close(), service.close()]);
  await shared?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('changing the secret key', () => {
  let flowPath: string;
  const run = async (): Promise<string> => {
    const { body } = await owner.post(`${flowPath}/run`, {});
    return body.error ? `${body.error.code}: ${body.error.message}` : String(body.status ?? body.code);
  };

  it('begins with an installation that has the old key', async () => {
    const running = await start({ HEDDLE_SECRET_KEY: OLD });
    owner = await running.setup();
    const provider = await owner.post('/api/model-providers', {
      name: 'mine',
      provider_type: 'openai_compatible',
      base_url: models.baseURL,
      api_key: API_KEY,
    });
    await owner.post(`/api/model-providers/${provider.body.id}/models`, {
      model_name: 'scripted',
      model_type: 'llm',
    });
    await owner.post('/api/secrets', { name: 'token', value: TOKEN });
    await addSecrets(running, 120);
    const built = definition.build();
    const text = JSON.stringify(built).replace('127.0.0.1:0', `127.0.0.1:${service.port}`);
    flowPath = (await createFlow(owner, JSON.parse(text) as object)).path;
    expect(await run()).toBe('succeeded');
    expect(await keyIds(running)).toEqual([boxOf(OLD).keyId]);
    await stop();
  });

  it('does not start with the new key alone', async () => {
    expect(await reasonNotToStart({ HEDDLE_SECRET_KEY: NEW })).toMatch(
      /HEDDLE_SECRET_KEY is not the key.*HEDDLE_SECRET_KEY_PREVIOUS/,
    );
  });

  it('runs on while everything is sealed anew, without one secret that cannot be read', async () => {
    const running = await start({ HEDDLE_SECRET_KEY: NEW, HEDDLE_SECRET_KEY_PREVIOUS: OLD });
    owner = await running.login(OWNER.email, OWNER.password);
    await owner.post('/api/secrets', { name: 'written_now', value: 'x' });
    expect(new Set(await keyIds(running))).toEqual(new Set([boxOf(OLD).keyId, boxOf(NEW).keyId]));

    const both = new SecretBox(Buffer.from(NEW, 'base64'), [Buffer.from(OLD, 'base64')]);
    let isOver = false;
    const outcomes: string[] = [];
    const goingOn = (async () => {
      while (!isOver) outcomes.push(await run());
    })();
    const report = await rotateKeys(queryOf(running), both);
    isOver = true;
    await goingOn;
    expect(new Set(outcomes)).toEqual(new Set(['succeeded']));
    // 121 secrets and a provider; the secret that was written in between has the new key already.
    expect(report).toEqual({ resealed: 122, unreadable: [] });
    expect(await keyIds(running)).toEqual([boxOf(NEW).keyId]);
    expect((await rotateKeys(queryOf(running), both)).resealed).toBe(0);
    expect(service.seen.at(-1)?.headers['authorization']).toBe(`Bearer ${TOKEN}`);
    await stop();
  });

  it('ends with an installation that has the new key and needs no other', async () => {
    expect(await reasonNotToStart({ HEDDLE_SECRET_KEY: OLD })).toMatch(/HEDDLE_SECRET_KEY is not the key/);
    const running = await start({ HEDDLE_SECRET_KEY: NEW });
    owner = await running.login(OWNER.email, OWNER.password);
    expect(await run()).toBe('succeeded');
  });

  it('does not start when a key is taken away that something is still sealed with', async () => {
    const running = server ?? (await start({ HEDDLE_SECRET_KEY: NEW }));
    const [row] = await queryOf(running)<{ id: string }>(`SELECT id FROM secrets WHERE name = 'more_1'`, []);
    const id = row?.id ?? '';
    const sealed = boxOf(OLD).seal('value 1', secretAt(id));
    await queryOf(running)('UPDATE secrets SET sealed = $1 WHERE id = $2', [sealed, id]);
    const report = await rotateKeys(queryOf(running), boxOf(NEW));
    expect(report.unreadable).toEqual([`secrets.sealed ${id}`]);
    await stop();
    const reason = await reasonNotToStart({ HEDDLE_SECRET_KEY: NEW });
    expect(reason).toContain(boxOf(OLD).keyId);
    expect(reason).toContain('HEDDLE_SECRET_KEY_PREVIOUS');
  });
});
