import { fastify, type FastifyInstance } from 'fastify';
import { connect, type Socket } from 'node:net';
import { EventStream } from './event-stream';

let server: FastifyInstance;
let port: number;
let opened: (stream: EventStream) => void;
const streams = (): Promise<EventStream> =>
  new Promise((resolve) => {
    opened = resolve;
  });

beforeAll(async () => {
  server = fastify({ forceCloseConnections: true });
  server.get('/', (_request, reply) => {
    opened(new EventStream(reply.header('x-mark', 'kept'), { heartbeat: ': beat\n\n', heartbeatMs: 20 }));
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = (server.server.address() as { port: number }).port;
});
afterAll(() => server.close());

/** A reader that takes nothing until it is told to. */
function ask(): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  return socket;
}

describe('EventStream', () => {
  it('sends the headers of a stream, what is written, and heartbeats meanwhile', async () => {
    const opening = streams();
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-mark': 'kept',
    });
    const stream = await opening;
    await stream.write('data: 1\n\n');
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += new TextDecoder().decode(chunk as Uint8Array);
      if (text.includes(': beat')) stream.end();
    }
    expect(text).toMatch(/^data: 1\n\n(: beat\n\n)+$/);
  });

  it('waits for a slow reader instead of keeping everything for it', async () => {
    const opening = streams();
    const socket = ask();
    const stream = await opening;
    const piece = 'x'.repeat(256 * 1024);
    let written = 0;
    const writing = (async () => {
      for (; written < 200; written += 1) await stream.write(piece);
      stream.end();
    })();
    const settled = await Promise.race([
      writing,
      new Promise((resolve) => setTimeout(() => resolve('waits'), 300)),
    ]);
    expect(settled).toBe('waits');
    expect(written).toBeLessThan(100);
    let received = 0;
    socket.on('data', (data) => {
      received += data.length;
    });
    socket.resume();
    await writing;
    await new Promise((resolve) => socket.on('close', resolve).on('end', () => socket.destroy()));
    expect(received).toBeGreaterThan(200 * piece.length);
  });

  it('says when its reader has left, and lets go of whoever waits', async () => {
    const opening = streams();
    const socket = ask();
    const stream = await opening;
    const writing = (async () => {
      while (!stream.closed.aborted) await stream.write('x'.repeat(512 * 1024));
    })();
    socket.destroy();
    await writing;
    expect(stream.closed.aborted).toBe(true);
    await stream.write('nobody reads this');
    stream.end();
  });
});
