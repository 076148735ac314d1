import type { MailMessage, MailReceipt, MailServer } from '@heddle/engine';
import { RecordingMailServer } from '@heddle/testing';
import { parseAllowList } from '../http/allow-list';
import { flowTargetPolicy } from '../http/target-policy';
import { createMailPort } from './mail-port';

const server = new RecordingMailServer();
let port = 0;
beforeAll(async () => void (port = await server.start()));
afterAll(() => server.stop());
beforeEach(() => {
  server.received.length = 0;
  server.connections = 0;
  server.behaviour = {};
});

const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
const allowed = createMailPort({ policy: flowTargetPolicy(parseAllowList('127.0.0.1')), resolve });
const guarded = createMailPort({ policy: flowTargetPolicy([]), resolve });

const MESSAGE: MailMessage = {
  from: 'Heddle <bot@heddle.test>',
  to: ['Ada <ada@example.com>', 'bo@example.com'],
  cc: [],
  bcc: ['eve@example.com'],
  subject: 'Prüfung',
  text: 'Hello\n.\nthere',
  attachments: [],
  messageId: 'abc@heddle.test',
};

const send = (
  given: {
    readonly server?: Partial<MailServer>;
    readonly message?: Partial<MailMessage>;
    readonly timeoutMs?: number;
    readonly signal?: AbortSignal;
  } = {},
  mail = allowed,
): Promise<MailReceipt> =>
  mail.send(
    {
      server: { host: 'mail.test', port, security: 'none', verifyTls: true, ...given.server },
      message: { ...MESSAGE, ...given.message },
      timeoutMs: given.timeoutMs ?? 5_000,
    },
    given.signal ?? new AbortController().signal,
  );

describe('the mail port', () => {
  it('hands a mail to the server, hidden recipients in the envelope alone', async () => {
    const receipt = await send();
    expect(receipt).toEqual({
      accepted: ['ada@example.com', 'bo@example.com', 'eve@example.com'],
      rejected: [],
      response: '250 queued',
    });
    const [mail] = server.received;
    expect(mail).toMatchObject({
      from: 'bot@heddle.test',
      to: ['ada@example.com', 'bo@example.com', 'eve@example.com'],
      user: undefined,
      isEncrypted: false,
    });
    expect(mail?.data).toContain('From: Heddle <bot@heddle.test>');
    expect(mail?.data).toContain('To: Ada <ada@example.com>, bo@example.com');
    expect(mail?.data).toContain('Message-ID: <abc@heddle.test>');
    expect(mail?.data).toMatch(/Subject: =\?UTF-8\?/);
    expect(mail?.data).toContain('Hello\r\n.\r\nthere');
    expect(mail?.data).not.toContain('eve@');
  });

  it('sends both forms of the text and files along', async () => {
    const attachments = [{ filename: 'a.txt', contentType: 'text/plain', bytes: Buffer.from('file text') }];
    await send({
      message: { html: '<b>Hello</b>', attachments, replyTo: 'ask@heddle.test', cc: ['c@d.test'] },
    });
    const data = server.received[0]?.data ?? '';
    expect(data).toContain('multipart/mixed');
    expect(data).toContain('<b>Hello</b>');
    expect(data).toContain('filename=a.txt');
    expect(data).toContain(Buffer.from('file text').toString('base64'));
    expect(data).toContain('Reply-To: ask@heddle.test');
    expect(data).toContain('Cc: c@d.test');
  });

  it('logs in when there is a user', async () => {
    await send({ server: { user: 'bot', password: 'pass word' } });
    expect(server.received[0]).toMatchObject({ user: 'bot', password: 'pass word' });
  });

  it('keeps line breaks from adding headers or recipients', async () => {
    const to = ['"Ada\r\nBcc: spy@evil.test" <ada@example.com>'];
    await send({ message: { subject: 'Hi\r\nBcc: spy@evil.test', to, bcc: [] } });
    const [mail] = server.received;
    expect(mail?.data).not.toMatch(/^Bcc:/m);
    expect(mail?.to).toEqual(['ada@example.com']);
  });

  it.each(['tls', 'starttls'] as const)(
    'speaks %s, and trusts no certificate that nobody vouches for',
    async (security) => {
      server.behaviour = { security };
      await send({ server: { host: 'secure.test', security, verifyTls: false } });
      expect(server.received).toMatchObject([{ isEncrypted: true }]);
      await expect(send({ server: { host: 'secure.test', security } })).rejects.toMatchObject({
        code: 'MAIL_FAILED',
        message: expect.stringContaining('its certificate is not valid') as string,
      });
      expect(server.received).toHaveLength(1);
    },
  );

  it('sends nothing in the clear when encryption was asked for', async () => {
    await expect(
      send({ server: { security: 'starttls', user: 'bot', password: 'x' } }),
    ).rejects.toMatchObject({
      code: 'MAIL_FAILED',
    });
    expect(server.received).toEqual([]);
  });
});

describe('the guard of the mail port', () => {
  it.each(['mail.test', '127.0.0.1', '[::1]', '169.254.169.254', 'localhost'])(
    'does not dial %s, whose address is private',
    async (host) => {
      await expect(send({ server: { host } }, guarded)).rejects.toMatchObject({ code: 'SSRF_BLOCKED' });
      expect(server.connections).toBe(0);
    },
  );

  it('dials the address that it has checked, not what the name means later', async () => {
    const answers = ['127.0.0.1', '10.0.0.1'];
    const mail = createMailPort({
      policy: flowTargetPolicy(parseAllowList('127.0.0.1')),
      resolve: () => Promise.resolve([{ address: answers.shift() ?? '10.0.0.1', family: 4 }]),
    });
    await send({}, mail);
    expect(server.received).toHaveLength(1);
    expect(answers).toHaveLength(1);
  });
});

describe('what the mail port says when a mail is not sent', () => {
  it.each([
    ['the login is refused', { AUTH: '535 no such user' }, 'MAIL_AUTH_FAILED', '535 no such user', false],
    ['the sender is refused', { 'MAIL FROM': '550 not you' }, 'MAIL_REFUSED', '550 not you', false],
    ['the server is busy', { 'MAIL FROM': '451 later' }, 'MAIL_REFUSED', '451 later', true],
    ['the text is refused', { '.': '554 spam' }, 'MAIL_REFUSED', '554 spam', false],
  ])('%s', async (_name, replies, code, words, isRetryable) => {
    server.behaviour = { replies };
    await expect(send({ server: { user: 'bot', password: 'secret' } })).rejects.toMatchObject({
      code,
      isRetryable,
      message: expect.stringContaining(words) as string,
    });
  });

  it('names the recipients that were refused, all of them or some', async () => {
    server.behaviour = { replies: { 'RCPT TO:<bo': '550 unknown' } };
    expect(await send()).toMatchObject({
      accepted: ['ada@example.com', 'eve@example.com'],
      rejected: ['bo@example.com'],
    });
    server.behaviour = { replies: { 'RCPT TO': '550 unknown' } };
    expect(await send()).toMatchObject({
      accepted: [],
      rejected: ['ada@example.com', 'bo@example.com', 'eve@example.com'],
      response: expect.stringContaining('550 unknown') as string,
    });
  });

  it('says that nobody listens there', async () => {
    const other = new RecordingMailServer();
    const closed = await other.start();
    await other.stop();
    await expect(send({ server: { port: closed } })).rejects.toMatchObject({
      code: 'MAIL_FAILED',
      message: "The mail server 'mail.test' could not be used: it refused the connection.",
    });
  });

  it('gives up a server that says nothing, and when it is stopped', async () => {
    server.behaviour = { isSilent: true };
    await expect(send({ timeoutMs: 100 })).rejects.toMatchObject({ code: 'MAIL_TIMEOUT' });
    const controller = new AbortController();
    const reason = new Error('stopped');
    const sending = send({ signal: controller.signal });
    controller.abort(reason);
    await expect(sending).rejects.toBe(reason);
    await expect(send({ signal: controller.signal })).rejects.toBe(reason);
  });
});
