import { afterEach, describe, expect, it, vi } from 'vitest';
import { connection } from './connection';
import { createEventParser, followEvents, streamEvents, type StreamEvent } from './event-stream';

function streamOf(...chunks: string[]): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

async function collect(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const all: StreamEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  connection.succeeded();
});

describe('createEventParser', () => {
  it('puts events together from pieces cut anywhere', () => {
    const text =
      'id: 1\nevent: run.started\ndata: {"a":1}\n\n: heartbeat\n\nid: 2\r\ndata: one\r\ndata: two\r\n\r\n';
    for (const size of [1, 3, 7, 1_000]) {
      const parser = createEventParser();
      const events: StreamEvent[] = [];
      for (let at = 0; at < text.length; at += size) events.push(...parser.push(text.slice(at, at + size)));
      expect(events).toEqual([
        { id: '1', event: 'run.started', data: { a: 1 } },
        { id: '2', event: 'message', data: 'one\ntwo' },
      ]);
    }
  });
});

describe('streamEvents', () => {
  it('posts a body and yields what arrives, with characters cut between chunks', async () => {
    const bytes = new TextEncoder().encode('data: "织"\n\n');
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(body)),
    );
    const events = await collect(
      streamEvents('/api/run', { method: 'POST', body: { stream: true }, lastEventId: '4' }),
    );
    expect(events.map((event) => event.data)).toEqual(['织']);
    const headers = new Headers(vi.mocked(fetch).mock.calls[0]?.[1]?.headers);
    expect(headers.get('last-event-id')).toBe('4');
    expect(headers.get('accept')).toBe('text/event-stream');
  });

  it('throws the refusal of the server', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Response.json({ code: 'FORBIDDEN', message: 'No.' }, { status: 403 })),
    );
    await expect(collect(streamEvents('/api/run'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('followEvents', () => {
  it('goes on after the last event it has seen until the last one comes', async () => {
    vi.useFakeTimers();
    const answers = [
      streamOf('id: 1\nevent: a\ndata: {}\n\n'),
      streamOf('id: 2\nevent: run.finished\ndata: {}\n\n'),
    ];
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => answers.shift()),
    );
    const states: boolean[] = [];
    const following = collect(
      followEvents('/api/events', {
        isLast: (event) => event.event === 'run.finished',
        onReconnecting: (isReconnecting) => states.push(isReconnecting),
      }),
    );
    await vi.runAllTimersAsync();
    expect((await following).map((event) => event.id)).toEqual(['1', '2']);
    expect(new Headers(vi.mocked(fetch).mock.calls[1]?.[1]?.headers).get('last-event-id')).toBe('1');
    expect(states).toEqual([true, false]);
  });

  it('gives up after eight attempts that bring nothing', async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => streamOf()),
    );
    const following = collect(followEvents('/api/events', { isLast: () => false })).catch(
      (error: unknown) => error,
    );
    await vi.runAllTimersAsync();
    expect(await following).toMatchObject({ code: 'NETWORK_UNREACHABLE' });
    expect(vi.mocked(fetch)).toHaveBeenCalledTimes(9);
  });

  it('stops waiting when it is given up', async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => streamOf()),
    );
    const controller = new AbortController();
    const following = collect(
      followEvents('/api/events', { isLast: () => false, signal: controller.signal }),
    );
    const outcome = expect(following).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    await outcome;
  });
});
