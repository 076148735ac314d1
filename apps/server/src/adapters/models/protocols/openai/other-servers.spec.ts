import type { ChatChunk } from '@heddle/engine';
import { createRecordingServer, fakeClock, settle } from '@heddle/testing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  asking,
  collect,
  never,
  targetAt,
  useModels,
} from '../../../../../test/support/models/model-harness';

const models = useModels();
const server = createRecordingServer();
beforeAll(() => server.listen());
beforeEach(() => server.reset());
afterAll(() => server.close());

/** Asks, and lets the short waits (before a retry, after the end) pass at once. */
async function ask(baseURL = `${server.origin}/v1`): Promise<ChatChunk[]> {
  const clock = fakeClock();
  const target = targetAt(baseURL, { provider: new URL(baseURL).host, model: 'm' });
  const { chat } = models.ports([target], { clock });
  let isDone = false;
  const outcome = collect(chat.stream(asking('hi'), never)).finally(() => (isDone = true));
  while (!isDone) {
    await settle();
    if ((clock.nextIn ?? Infinity) <= 2_000) clock.advance(clock.nextIn ?? 0);
  }
  const { chunks, error } = await outcome;
  if (error !== undefined) throw error as Error;
  return chunks;
}

const answerEvents = (...events: unknown[]): void =>
  server.answer((_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });

describe('servers that keep to the protocol loosely', () => {
  it('may leave out [DONE], send empty parts, and call reasoning by another name', async () => {
    answerEvents(
      { choices: [] },
      {},
      { choices: [{ delta: null }] },
      { choices: [{ delta: { reasoning: 'Hm.' }, finish_reason: '' }] },
      { choices: [{ delta: { content: null, refusal: 'No' } }] },
      { choices: [{ delta: { content: 'Yes' } }] },
      { choices: [{ delta: { content: null }, finish_reason: 'stop' }] },
    );
    const chunks = await ask();
    expect(chunks.map((chunk) => chunk.type)).toEqual(['reasoning', 'text', 'text', 'done']);
    expect(chunks.at(-1)).toMatchObject({ model: 'm', finishReason: 'stop' });
  });

  it('may keep the connection open after the end', async () => {
    server.answer((_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        'data: {"choices":[{"delta":{"content":"Yes"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      );
    });
    expect((await ask()).map((chunk) => chunk.type)).toEqual(['text', 'done']);
  });
});

describe('servers that are something else', () => {
  it.each([
    ['a page', 200, 'text/html', '<!doctype html><p>Hello'],
    ['a page that says not found', 404, 'text/html', '<html><body>404'],
    ['an error in HTML without a type', 405, 'text/plain', ' <HTML>no'],
  ])('are recognised: %s', async (_case, status, type, body) => {
    server.answer((_seen, response) => response.writeHead(status, { 'content-type': type }).end(body));
    await expect(ask()).rejects.toMatchObject({
      code: 'UPSTREAM_NOT_A_MODEL_API',
      message: expect.stringContaining(`127.0.0.1:${server.port}`),
    });
    expect(server.seen).toHaveLength(1);
  });

  it('are not confused with a gateway whose server is down', async () => {
    server.answer((_seen, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway'),
    );
    await expect(ask()).rejects.toMatchObject({ code: 'UPSTREAM_ERROR', isRetryable: true });
    expect(server.seen).toHaveLength(3);
  });

  it('do not get the key by redirecting', async () => {
    const thief = createRecordingServer();
    await thief.listen();
    server.answer((_seen, response) => response.writeHead(307, { location: `${thief.origin}/v1` }).end());
    await expect(ask()).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      isRetryable: false,
      message: expect.stringContaining('correct its base URL'),
    });
    expect(thief.seen).toEqual([]);
    await thief.close();
  });

  it('say when nobody listens', async () => {
    const unused = createServer();
    await new Promise<void>((done) => void unused.listen(0, '127.0.0.1', () => done()));
    const { port } = unused.address() as AddressInfo;
    await new Promise((done) => void unused.close(done));
    await expect(ask(`http://127.0.0.1:${port}/v1`)).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: `127.0.0.1:${port} could not be reached: it refused the connection.`,
    });
  });

  it.each([{ error: 'plain text' }, { error: { message: 'Try later', code: 'rate_limit_exceeded' } }])(
    'report errors as JSON of status 200: %j',
    async (body) => {
      server.answerJson(body);
      await expect(ask()).rejects.toMatchObject({
        code: typeof body.error === 'string' ? 'UPSTREAM_ERROR' : 'RATE_LIMITED',
        message: expect.stringMatching(/plain text|Try later/),
      });
    },
  );
});
