import { createHmac } from 'node:crypto';
import type { JsonObject } from '@heddle/model';
import {
  describeNodeContract,
  fakeHttp,
  fakePorts,
  type HttpScript,
  memorySecrets,
  runNode,
} from '@heddle/testing';
import executor from './executor';
import { notify } from './schema';

const variables = {
  start: { name: 'Ada', url: 'https://hooks.test/x', blank: ' ', who: ['u1', '13800138000'] },
};
const ROBOT = 'https://robots.test/send?key=k1';
const OK = { json: { errcode: 0, errmsg: 'ok' } };
const MAIL = {
  channel: 'email',
  title: 'Hi',
  message: 'Hello',
  email: { from: 'bot@example.com', to: 'ada@example.com' },
  smtp: { host: 'smtp.example.com' },
};

describeNodeContract(notify, executor, {
  folder: __dirname,
  samples: [
    { config: { url: ROBOT, message: 'Hi {{ start.name }}' }, variables, isRun: true },
    { config: { channel: 'dingtalk', url: ROBOT, secret: 's', message: 'Hi' }, variables, isRun: true },
    { config: MAIL, variables, isRun: true },
  ],
});

const send = async (
  config: JsonObject,
  script: HttpScript = OK,
  options: Parameters<typeof runNode>[2] = {},
) => {
  const http = fakeHttp(script);
  const secrets = memorySecrets({ robot: ROBOT, sign: 'SEC123' });
  const ports = fakePorts({ http, secrets });
  const run = await runNode(
    executor,
    { url: ROBOT, message: 'Hello', ...config },
    { variables, ...options, ports },
  );
  const [request] = http.requests;
  const body = request?.body?.kind === 'text' ? (JSON.parse(request.body.text) as JsonObject) : {};
  return { run, request, body };
};

describe('the messages of notify', () => {
  const both = { title: 'Order {{ start.name }}', message: 'Done\n*well*', mentions: '{{ start.who }}' };

  it.each<[string, JsonObject, JsonObject]>([
    [
      'wecom',
      both,
      {
        msgtype: 'text',
        text: {
          content: 'Order Ada\nDone\n*well*',
          mentioned_list: ['u1'],
          mentioned_mobile_list: ['13800138000'],
        },
      },
    ],
    [
      'wecom',
      { ...both, format: 'markdown' },
      { msgtype: 'markdown', markdown: { content: 'Order Ada\nDone\n*well*\n<@u1>' } },
    ],
    [
      'wecom',
      { message: 'x', mentions: '@all' },
      { msgtype: 'text', text: { content: 'x', mentioned_list: ['@all'], mentioned_mobile_list: [] } },
    ],
    [
      'dingtalk',
      both,
      {
        msgtype: 'text',
        text: { content: 'Order Ada\nDone\n*well*\n@13800138000 @u1' },
        at: { atMobiles: ['13800138000'], atUserIds: ['u1'], isAtAll: false },
      },
    ],
    [
      'dingtalk',
      { message: 'Hi @u1, look', format: 'markdown', mentions: 'u1, 所有人' },
      {
        msgtype: 'markdown',
        markdown: { title: 'Hi @u1, look', text: 'Hi @u1, look' },
        at: { atMobiles: [], atUserIds: ['u1'], isAtAll: true },
      },
    ],
    [
      'feishu',
      { ...both, mentions: ['ou_1"', 'all'] },
      {
        msg_type: 'text',
        content: { text: 'Order Ada\nDone\n*well*\n<at user_id="ou_1"></at> <at user_id="all"></at>' },
      },
    ],
    [
      'feishu',
      { ...both, format: 'markdown', mentions: 'ou_1' },
      {
        msg_type: 'interactive',
        card: {
          header: { title: { tag: 'plain_text', content: 'Order Ada' } },
          elements: [{ tag: 'markdown', content: 'Done\n*well*\n<at id=ou_1></at>' }],
        },
      },
    ],
    [
      'slack',
      { title: 'A < B', message: 'x & y', mentions: 'U0123ABCD S0123ABCD here bo all' },
      {
        text: '*A &lt; B*\nx &amp; y\n<@U0123ABCD> <!subteam^S0123ABCD> <!here> @bo <!channel>',
        mrkdwn: true,
      },
    ],
    [
      'slack',
      { message: '<https://a.test|link>', format: 'markdown' },
      { text: '<https://a.test|link>', mrkdwn: true },
    ],
    [
      'webhook',
      both,
      {
        title: 'Order Ada',
        message: 'Done\n*well*',
        format: 'text',
        mentions: ['u1', '13800138000'],
        flow_id: 'flow-1',
        run_id: 'run-1',
        node_id: 'node-1',
      },
    ],
  ])('are written for %s as it reads them', async (channel, config, expected) => {
    const { body, request } = await send({ channel, ...config });
    expect(body).toEqual(expected);
    expect(request).toMatchObject({ method: 'POST', url: ROBOT, followRedirects: false, verifyTls: true });
  });

  it('come with the same key for each attempt at a webhook', async () => {
    expect((await send({})).request?.headers).toEqual([['Idempotency-Key', 'run-1:node-1']]);
    expect((await send({ channel: 'slack' })).request?.headers).toEqual([]);
  });
});

describe('the signatures of notify', () => {
  const NOW = Date.UTC(2026, 11, 1);
  beforeEach(
    () => void jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }),
  );
  afterEach(() => void jest.useRealTimers());
  const hmac = (key: string, text: string) => createHmac('sha256', key).update(text);

  it('join the address of DingTalk', async () => {
    const { request } = await send({ channel: 'dingtalk', secret: { secret: 'sign' } });
    const url = new URL(request?.url ?? '');
    expect(url.searchParams.get('key')).toBe('k1');
    expect(url.searchParams.get('timestamp')).toBe(String(NOW));
    expect(url.searchParams.get('sign')).toBe(hmac('SEC123', `${NOW}\nSEC123`).digest('base64'));
  });

  it('join the body of Feishu', async () => {
    const { body, request } = await send({ channel: 'feishu', secret: 'SEC123' });
    const timestamp = String(NOW / 1_000);
    expect(body).toEqual({
      timestamp,
      sign: hmac(`${timestamp}\nSEC123`, '').digest('base64'),
      msg_type: 'text',
      content: { text: 'Hello' },
    });
    expect(request?.url).toBe(ROBOT);
  });

  it('are a header for a webhook', async () => {
    const { request } = await send({ secret: 'SEC123' });
    const text = request?.body?.kind === 'text' ? request.body.text : '';
    const seconds = NOW / 1_000;
    expect(request?.headers).toContainEqual([
      'X-Heddle-Signature',
      `t=${seconds},v1=${hmac('SEC123', `${seconds}.${text}`).digest('hex')}`,
    ]);
  });
});

describe('the credentials of notify', () => {
  it('may be secrets, and stay out of sight', async () => {
    const config = { channel: 'feishu', url: { secret: 'robot' }, secret: { secret: 'sign' } };
    const { request, run } = await send(config, { json: { code: 0, msg: 'success' } });
    expect(request?.url).toBe(ROBOT);
    expect(run.secrets).toEqual([ROBOT, 'SEC123']);
    expect(run.inputs).toEqual({ channel: 'feishu', host: 'robots.test', title: '', message: 'Hello' });
  });

  it('may be values of the flow', async () => {
    expect((await send({ url: '{{ start.url }}' })).request?.url).toBe('https://hooks.test/x');
  });

  it('are not quoted when they are no address', async () => {
    const ports = fakePorts({ secrets: memorySecrets({ bad: 'not an address' }) });
    await expect(
      runNode(executor, { url: { secret: 'bad' }, message: 'x' }, { variables, ports }),
    ).rejects.toMatchObject({ code: 'NODE_CONFIG_INVALID', message: 'url: this is not a web address.' });
    await expect(send({ url: { secret: 'gone' } })).rejects.toMatchObject({ code: 'SECRET_NOT_FOUND' });
  });
});

describe('the replies to notify', () => {
  it.each<[string, HttpScript, boolean, unknown]>([
    ['wecom', OK, true, { errcode: 0, errmsg: 'ok' }],
    ['wecom', { json: { errcode: 93000, errmsg: 'invalid webhook url' } }, false, expect.anything()],
    ['dingtalk', { json: { errcode: 310000, errmsg: 'sign not match' } }, false, expect.anything()],
    ['feishu', { json: { StatusCode: 0, StatusMessage: 'success' } }, true, expect.anything()],
    ['feishu', { json: { code: 19021, msg: 'sign match fail' } }, false, expect.anything()],
    ['slack', { text: 'ok' }, true, 'ok'],
    ['slack', { status: 404, text: 'no_service' }, false, 'no_service'],
    ['webhook', { status: 204, text: '' }, true, ''],
    ['webhook', { status: 500, json: { code: 0 } }, false, { code: 0 }],
    ['wecom', { text: 'ok' }, false, 'ok'],
  ])('of %s: %j tells whether it was delivered: %s', async (channel, script, delivered, response) => {
    const { run } = await send({ channel }, script);
    expect(run.outputs).toEqual({ delivered, response });
  });

  const policy = { timeoutMs: 1_234, maxRetries: 1, onError: 'fail' as const };

  it.each<[HttpScript, boolean]>([
    [{ json: { errcode: 45009, errmsg: 'api freq out of limit' } }, true],
    [{ status: 503, text: '' }, true],
    [{ json: { errcode: 93000, errmsg: 'invalid webhook url' } }, false],
  ])('%j fail the node when it has a policy for that', async (script, isRetryable) => {
    await expect(send({ channel: 'wecom' }, script, { policy })).rejects.toMatchObject({
      code: 'NOTIFY_REFUSED',
      isRetryable,
    });
  });

  it('are waited for as long as the node may take', async () => {
    expect((await send({}, OK, { policy })).request?.timeoutMs).toBe(1_234);
    expect((await send({})).request?.timeoutMs).toBe(30_000);
  });
});

describe('what notify refuses', () => {
  it.each<[JsonObject, string]>([
    [{ message: '{{ start.blank }}' }, 'message'],
    [{ url: '{{ start.blank }}' }, 'url'],
    [{ ...MAIL, title: '{{ start.blank }}' }, 'title'],
    [{ channel: 'email', title: 'x' }, 'email'],
    [{ ...MAIL, smtp: {} }, 'smtp.host'],
    [{ ...MAIL, email: { from: 'bot@example.com', to: '{{ start.blank }}' } }, 'email.to'],
  ])('%j lacks %s', async (config, input) => {
    await expect(send(config)).rejects.toMatchObject({ code: 'INPUT_REQUIRED', details: { input } });
  });

  it('is found before anything runs', () => {
    const pathsOf = (config: JsonObject): unknown[] =>
      (notify.check?.(notify.config.parse(config)) ?? []).map(({ path }) => path);
    expect(pathsOf({})).toEqual(['message', 'url']);
    expect(pathsOf({ message: 'x', url: 'ftp://a', format: 'html' })).toEqual(['format', 'url']);
    expect(pathsOf({ message: 'x', url: { secret: 'robot' } })).toEqual([]);
    expect(pathsOf({ message: 'x', url: '{{ env.robot }}' })).toEqual([]);
    expect(pathsOf({ channel: 'email', message: 'x' })).toEqual([
      'title',
      'smtp.host',
      'email.from',
      'email.to',
    ]);
    expect(pathsOf(MAIL)).toEqual([]);
  });
});
