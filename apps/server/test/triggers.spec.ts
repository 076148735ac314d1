import { flow } from '@heddle/testing';
import { createHmac } from 'node:crypto';
import { createFlow } from './support/flow-client';
import type { TestAnswer, TestClient } from './support/test-client';
import { createTestServer, type TestServer } from './support/test-server';

let server: TestServer;
let owner: TestClient;

beforeAll(async () => {
  server = await createTestServer();
  owner = await server.setup();
});
afterAll(() => server.close());

const SECRET = 'signing secret';
const TYPE = { 'content-type': 'application/json' };

/** A flow that starts by hand or by webhook, and says where it began. */
const hooked = (config: object) =>
  flow()
    .node('hook', 'trigger', { kind: 'webhook', ...config })
    .node('start', 'trigger', { inputs: [{ name: 'text' }] })
    .node('by_hand', 'template_transform', { template: 'by hand' })
    .node('end', 'output', {
      outputs: [
        { name: 'city', value: '{{ hook.city }}' },
        { name: 'body', value: '{{ hook.body }}' },
        { name: 'query', value: '{{ hook.query }}' },
        { name: 'headers', value: '{{ hook.headers }}' },
        { name: 'code', value: 203 },
        { name: 'more', value: { 'x-more': 'yes', 'set-cookie': 'a=b', 'x-bad': 'a\nb' } },
        { name: 'by_hand', value: '{{ by_hand.rendered }}' },
      ],
    })
    .chain('hook', 'end')
    .chain('start', 'by_hand', 'end')
    .build();

const CITY = { inputs: [{ name: 'city' }] };
const WAIT = { response: { mode: 'wait' } };

async function publish(definition: object): Promise<{ path: string; id: string }> {
  const created = await createFlow(owner, definition);
  const answer = await owner.post(`${created.path}/publish`, {});
  if (answer.status !== 201) throw new Error(answer.text);
  return created;
}

async function hookOf(path: string): Promise<string> {
  const { body } = await owner.get(`${path}/triggers`);
  return new URL(String(body.items[0].url)).pathname;
}

async function publishHook(config: object): Promise<string> {
  return hookOf((await publish(hooked(config))).path);
}

const send = (
  address: string,
  body: string | Uint8Array,
  headers: Record<string, string> = TYPE,
  method = 'POST',
): Promise<TestAnswer> => server.anonymous.raw(method, address, body, headers);

const signed = (body: string, at = Date.now(), secret = SECRET): Record<string, string> => {
  const t = Math.floor(at / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return { ...TYPE, 'x-heddle-signature': `t=${t},v1=${v1}` };
};

describe('a webhook', () => {
  it('starts a run of the published flow at its own node, and answers at once', async () => {
    const { path } = await publish(hooked(CITY));
    const answer = await send(await hookOf(path), '{"city": "Bonn"}');
    expect(answer.status).toBe(202);
    const events = await owner.get(`/api/flow/runs/${String(answer.body.run_id)}/events`);
    expect(events.text).toContain('"source":"webhook","start_node_id":"hook"');
    const { body: run } = await owner.get(`/api/flow/runs/${String(answer.body.run_id)}`);
    expect(run).toMatchObject({
      status: 'succeeded',
      source: 'webhook',
      version: 1,
      outputs: { city: 'Bonn' },
    });
    const statuses = run.nodes.map((node: { node_id: string; status: string }) => [
      node.node_id,
      node.status,
    ]);
    expect(statuses).toContainEqual(['by_hand', 'skipped']);
    expect(statuses).toContainEqual(['hook', 'succeeded']);
  });

  it('leaves the start for people and the API as it was', async () => {
    const { path } = await publish(hooked(CITY));
    const { body } = await owner.post(`${path}/run`, { inputs: { text: 'x' } });
    expect(body).toMatchObject({ status: 'succeeded', outputs: { by_hand: 'by hand', city: null } });
  });

  it('answers with what the flow says once the run has ended', async () => {
    const address = await publishHook({
      ...CITY,
      response: { mode: 'wait', status_output: 'code', body_output: 'city', headers_output: 'more' },
    });
    const answer = await send(`${address}?city=Ulm`, '{}');
    expect([answer.status, answer.text]).toEqual([203, 'Ulm']);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('x-more')).toBe('yes');
    expect(answer.headers.get('x-bad')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('tells the caller when declared inputs do not fit', async () => {
    const address = await publishHook({ inputs: [{ name: 'city', required: true }], ...WAIT });
    const answer = await send(address, '{}');
    expect([answer.status, answer.body.code]).toEqual([400, 'REQUEST_INVALID']);
  });

  it('reads JSON, forms, text and nothing, and keeps credentials out of the run', async () => {
    const address = await publishHook({ ...CITY, ...WAIT, method: 'ANY' });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send(address, 'city=K%C3%B6ln&a=1&a=2', form)).body).toMatchObject({
      city: 'Köln',
      body: { city: 'Köln', a: ['1', '2'] },
    });
    expect((await send(address, 'plain', { 'content-type': 'text/plain' })).body.body).toBe('plain');
    const { body } = await server.anonymous.get(`${address}?a=1&a=2`, {
      headers: { authorization: 'Bearer secret', cookie: 'a=b', 'x-from': 'spec' },
    });
    expect(body).toMatchObject({ body: null, query: { a: ['1', '2'] }, headers: { 'x-from': 'spec' } });
    expect(body.headers).not.toHaveProperty('authorization');
    expect(body.headers).not.toHaveProperty('cookie');
    expect((await send(address, 'x', { 'content-type': 'image/png' })).body.code).toBe('CONTENT_TYPE');
    expect((await send(address, '{"a":', TYPE)).body.code).toBe('JSON_SYNTAX');
  });

  it('keeps the files of multipart requests', async () => {
    const address = await publishHook({ ...CITY, ...WAIT });
    const answer = await server.anonymous.upload(address, 'note.txt', 'hello');
    expect(answer.body.body.file).toMatchObject({ name: 'note.txt', size: 5, extension: 'txt' });
    const file = await owner.get(`/api/files/${String(answer.body.body.file.id)}`);
    expect(file.text).toBe('hello');
    const broken = await send(address, '--x\r\nnonsense', {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect([broken.status, broken.body.code]).toEqual([400, 'MULTIPART_INVALID']);
  });

  it('refuses other methods, other addresses and bodies that are too large', async () => {
    const address = await publishHook(CITY);
    const wrong = await server.anonymous.get(address);
    expect([wrong.status, wrong.body.code, wrong.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'POST',
    ]);
    expect((await send(`/hooks/${'x'.repeat(43)}`, '{}')).status).toBe(404);
    expect((await send(`${address}x`, '{}')).status).toBe(404);
    const large = await send(address, 'x'.repeat(16 * 1024 * 1024), { 'content-type': 'text/plain' });
    expect([large.status, large.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('may begin an exchange of a chatflow, with or without words', async () => {
    const definition = flow()
      .node('hook', 'trigger', { kind: 'webhook', response: { mode: 'wait', body_output: 'answer' } })
      .node('say', 'answer', { text: 'You said: {{ sys.query }}' })
      .chain('hook', 'say')
      .build();
    const created = await createFlow(owner, definition, 'chatflow');
    await owner.post(`${created.path}/publish`, {});
    const address = await hookOf(created.path);
    expect((await send(address, '{"query": "hello"}')).text).toBe('You said: hello');
    expect((await send(address, '')).text).toBe('You said: ');
  });

  it('means the same run under the same Idempotency-Key', async () => {
    const address = await publishHook({ ...CITY, ...WAIT, response: { mode: 'immediate' } });
    const headers = { ...TYPE, 'idempotency-key': 'once' };
    const first = await send(address, '{"city": "Bonn"}', headers);
    const again = await send(address, '{"city": "Bonn"}', headers);
    expect([again.status, again.body.run_id]).toEqual([202, first.body.run_id]);
    expect((await send(address, '{"city": "Ulm"}', headers)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('a signed webhook', () => {
  let address: string;
  const body = '{"city": "Bonn"}';

  beforeAll(async () => {
    await owner.post('/api/secrets', { name: 'signing', value: SECRET });
    address = await publishHook({ ...CITY, secret: { secret: 'signing' } });
  });

  it('takes a signature once', async () => {
    const headers = signed(body, Date.now() - 1_000);
    expect((await send(address, body, headers)).status).toBe(202);
    const again = await send(address, body, headers);
    expect([again.status, again.body.code]).toEqual([400, 'WEBHOOK_STALE']);
    const other = await send(address, body, { ...headers, 'idempotency-key': 'of a thief' });
    expect([other.status, other.body.code]).toEqual([400, 'WEBHOOK_STALE']);
  });

  it('takes it again under the Idempotency-Key that it came with, for the same run', async () => {
    const headers = { ...signed(body, Date.now() - 2_000), 'idempotency-key': 'retry' };
    const first = await send(address, body, headers);
    expect((await send(address, body, headers)).body.run_id).toBe(first.body.run_id);
  });

  it('takes what GitHub signs', async () => {
    const hash = createHmac('sha256', SECRET).update(body).digest('hex');
    const headers = { ...TYPE, 'x-hub-signature-256': `sha256=${hash}` };
    expect((await send(address, body, headers)).status).toBe(202);
    expect((await send(address, body, headers)).status).toBe(400);
  });

  it.each<[string, () => Record<string, string>, number, string]>([
    ['unsigned', () => TYPE, 401, 'WEBHOOK_SIGNATURE'],
    ['changed', () => signed('{"city": "Ulm"}'), 401, 'WEBHOOK_SIGNATURE'],
    ['signed by somebody else', () => signed(body, Date.now(), 'guess'), 401, 'WEBHOOK_SIGNATURE'],
    ['stale', () => signed(body, Date.now() - 301_000), 400, 'WEBHOOK_STALE'],
    ['from the future', () => signed(body, Date.now() + 310_000), 400, 'WEBHOOK_STALE'],
  ])('refuses what is %s', async (_what, headers, status, code) => {
    const answer = await send(address, body, headers());
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('lets nobody in when its secret is gone', async () => {
    await owner.post('/api/secrets', { name: 'gone', value: SECRET });
    const other = await publishHook({ ...CITY, secret: { secret: 'gone' } });
    const { body: secrets } = await owner.get('/api/secrets?q=gone');
    await owner.delete(`/api/secrets/${String(secrets.items[0].id)}`);
    const answer = await send(other, body, signed(body, Date.now(), ''));
    expect([answer.status, answer.body.code]).toEqual([500, 'INTERNAL']);
    expect(answer.text).not.toContain('gone');
  });
});

describe('webhooks of a flow', () => {
  it('follow what is published and keep their address', async () => {
    const { path } = await publish(hooked(CITY));
    const address = await hookOf(path);
    const { body: draft } = await owner.get(path);
    const definition = flow()
      .node('start', 'trigger')
      .node('end', 'output', { outputs: [] })
      .chain('start', 'end')
      .build();
    await owner.put(`${path}/draft`, { definition, base_hash: draft.draft.hash });
    const items = async (): Promise<unknown[]> =>
      (await owner.get(`${path}/triggers`)).body.items as unknown[];

    await owner.post(`${path}/publish`, {});
    expect(await items()).toEqual([]);
    expect((await send(address, '{}')).status).toBe(404);

    await owner.post(`${path}/versions/1/rollback`);
    expect(await hookOf(path)).toBe(address);
    expect((await send(address, '{}')).status).toBe(202);

    await owner.post(`${path}/unpublish`);
    expect(await items()).toEqual([]);
    expect((await send(address, '{}')).status).toBe(404);

    await owner.post(`${path}/publish`, {});
    await owner.post(`${path}/versions/1/rollback`);
    await owner.delete(path);
    expect((await send(address, '{}')).status).toBe(404);
  });

  it('are shown to those who may edit the flow', async () => {
    const { path } = await publish(hooked(CITY));
    const { body } = await owner.get(`${path}/triggers`);
    expect(body).toEqual({
      items: [
        { node_id: 'hook', kind: 'webhook', url: expect.stringMatching(/\/hooks\/[\w-]{43}$/) as string },
      ],
      total: 1,
      page: 1,
      page_size: 1,
    });
    expect((await server.anonymous.get(`${path}/triggers`)).status).toBe(401);
  });
});
