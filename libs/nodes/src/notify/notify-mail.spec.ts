import type { JsonObject } from '@heddle/model';
import {
  fakeMail,
  fakePorts,
  memoryFiles,
  memorySecrets,
  runNode,
  type ScriptedDelivery,
} from '@heddle/testing';
import executor from './executor';
import { domainOf, mailAddresses } from './mail-addresses';

const variables = { start: { name: 'Ada', list: ['a@x.test', 'Bo <b@x.test>'] } };
const CONFIG: JsonObject = {
  channel: 'email',
  title: 'Hi {{ start.name }}',
  message: 'Hello',
  email: { from: 'Heddle <bot@heddle.test>', to: 'ada@example.com' },
  smtp: { host: 'smtp.example.com', user: 'bot', password: { secret: 'smtp' } },
};

const send = async (
  config: JsonObject = {},
  script: ScriptedDelivery = {},
  options: Parameters<typeof runNode>[2] = {},
) => {
  const mail = fakeMail(script);
  const secrets = memorySecrets({ smtp: 'pass', host: 'mail.inside.test', port: '2525' });
  const ports = fakePorts({ ...options.ports, mail, secrets });
  const run = await runNode(executor, { ...CONFIG, ...config }, { variables, ...options, ports });
  return { run, request: mail.sent[0] };
};

describe('a mail of notify', () => {
  it('goes to the server with what it says', async () => {
    const { request, run } = await send();
    expect(request).toEqual({
      server: {
        host: 'smtp.example.com',
        port: 587,
        security: 'starttls',
        verifyTls: true,
        user: 'bot',
        password: 'pass',
      },
      message: {
        from: 'Heddle <bot@heddle.test>',
        to: ['ada@example.com'],
        cc: [],
        bcc: [],
        subject: 'Hi Ada',
        text: 'Hello',
        attachments: [],
        messageId: expect.stringMatching(/^[0-9a-f]{32}@heddle\.test$/) as string,
      },
      timeoutMs: 60_000,
    });
    expect(run.outputs).toEqual({
      delivered: true,
      response: { accepted: ['ada@example.com'], rejected: [], reply: '250 OK' },
    });
    expect(run.secrets).toEqual(['pass']);
    expect(run.inputs).toEqual({
      channel: 'email',
      host: 'smtp.example.com',
      title: 'Hi Ada',
      message: 'Hello',
    });
  });

  it('has the same id with each attempt and another in each run', async () => {
    const idOf = async (options: Parameters<typeof runNode>[2]) =>
      (await send({}, {}, options)).request?.message.messageId;
    expect(await idOf({ attempt: 1 })).toBe(await idOf({ attempt: 2 }));
  });

  it.each([
    ['tls', 465],
    ['none', 25],
  ])('leaves by the usual port of %s', async (security, port) => {
    const { request } = await send({ smtp: { host: 'a.test', security } });
    expect(request?.server).toEqual({ host: 'a.test', port, security, verifyTls: true });
  });

  it('takes every part of the server from secrets or values', async () => {
    const smtp = {
      host: { secret: 'host' },
      port: { secret: 'port' },
      user: '{{ start.name }}',
      verify_tls: false,
    };
    const { request, run } = await send({ smtp });
    expect(request?.server).toMatchObject({
      host: 'mail.inside.test',
      port: 2525,
      user: 'Ada',
      verifyTls: false,
    });
    expect(run.inputs).toMatchObject({ host: '••••••' });
  });

  it('carries HTML, files, copies and where to answer', async () => {
    const files = memoryFiles();
    const file = await files.save('workspace-1', {
      name: 'r.pdf',
      mimeType: 'application/pdf',
      bytes: Buffer.from('x'),
    });
    const email = {
      from: 'bot@heddle.test',
      to: '{{ start.list }}',
      cc: ['c@x.test', 'c@x.test'],
      bcc: 'd@x.test; "E, F" <e@x.test>',
      reply_to: 'ask@heddle.test',
      attachments: '{{ report.files }}',
    };
    const given = { variables: { ...variables, report: { files: [{ ...file }] } }, ports: { files } };
    const { request } = await send({ email, format: 'html', message: '<b>Hi</b>' }, {}, given);
    expect(request?.message).toMatchObject({
      to: ['a@x.test', 'Bo <b@x.test>'],
      cc: ['c@x.test'],
      bcc: ['d@x.test', '"E, F" <e@x.test>'],
      replyTo: 'ask@heddle.test',
      html: '<b>Hi</b>',
      attachments: [{ filename: 'r.pdf', contentType: 'application/pdf', bytes: Buffer.from('x') }],
    });
    expect(request?.message.text).toBeUndefined();
  });

  it.each<[JsonObject, string]>([
    [
      { email: { from: 'nobody', to: 'a@x.test' } },
      "email.from: expected a mail address, got text 'nobody'.",
    ],
    [
      { email: { from: 'b@x.test', to: ['a@x.test', 'x y'] } },
      "email.to: expected a mail address, got text 'x y'.",
    ],
    [
      { smtp: { host: 'a.test', port: 'many' } },
      "smtp.port: expected a port from 1 to 65535, got text 'many'.",
    ],
    [
      { email: { from: 'b@x.test', to: 'a@x.test', attachments: 'text' } },
      "email.attachments: expected files, got text 'text'.",
    ],
  ])('is refused with %j', async (config, message) => {
    await expect(send(config)).rejects.toMatchObject({ code: 'NODE_INPUT_TYPE', message });
  });

  it('is not delivered as long as somebody does not get it', async () => {
    const script = { accepted: [], rejected: ['ada@example.com'], response: '550 unknown' };
    const { run } = await send({}, script);
    expect(run.outputs).toMatchObject({ delivered: false, response: { rejected: ['ada@example.com'] } });
    const policy = { timeoutMs: undefined, maxRetries: 0, onError: 'branch' as const };
    await expect(send({}, script, { policy })).rejects.toMatchObject({
      code: 'NOTIFY_REFUSED',
      message: 'The message was not taken: ada@example.com refused: 550 unknown.',
    });
  });

  it('fails when the server does', async () => {
    const error = new Error('no server');
    await expect(send({}, { error })).rejects.toBe(error);
  });
});

describe('mail addresses', () => {
  it.each([
    'a@x.test\r\nRCPT TO:<b@x.test>',
    'Ada <a@x.test> <b@x.test>',
    '<a@x.test',
    'a@b@c.test',
    'a b@x.test',
  ])('%j is none', (text) => {
    expect(() => mailAddresses([text], 'to')).toThrow(
      expect.objectContaining({ code: 'NODE_INPUT_TYPE' }) as Error,
    );
  });

  it('have a domain', () => {
    expect(domainOf('Ada <a@x.test>')).toBe('x.test');
    expect(domainOf('a@x.test')).toBe('x.test');
  });
});
