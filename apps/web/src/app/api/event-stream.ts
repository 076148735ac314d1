import { send, type RequestOptions } from './api-client';
import { ApiError, isAborted, isApiError, NETWORK_ERROR } from './api-error';

/** One server-sent event; `data` is its JSON, or its text where it is none. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

/** How a stream is opened. */
export interface StreamOptions extends Pick<RequestOptions, 'method' | 'body' | 'signal'> {
  /** The stream goes on after this event. */
  readonly lastEventId?: string | undefined;
}

/**
 * Reads server-sent events over fetch, which unlike EventSource can post a body. Ends when the server ends the stream.
 * @throws {ApiError} when the request is refused or the connection breaks
 */
export async function* streamEvents(url: string, options: StreamOptions = {}): AsyncGenerator<StreamEvent> {
  const { lastEventId, ...rest } = options;
  const response = await send(url, {
    ...rest,
    headers: {
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = createEventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* parser.push(value);
    }
  } catch (error) {
    if (isAborted(error) || isApiError(error)) throw error;
    throw new ApiError({ status: 0, code: NETWORK_ERROR, message: 'The stream broke off.', cause: error });
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** How a resumable stream is followed. */
export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  readonly lastEventId?: string | undefined;
  /** Recognises the event after which nothing comes. */
  readonly isLast: (event: StreamEvent) => boolean;
  /** Told with `true` when the stream broke and is opened again, with `false` when it flows. */
  readonly onReconnecting?: (isReconnecting: boolean) => void;
}

const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/**
 * Follows a stream that can be resumed by event id until its last event, opening it again whenever it breaks.
 * @throws {ApiError} when the server refuses, or eight attempts in a row bring nothing
 */
export async function* followEvents(url: string, options: FollowOptions): AsyncGenerator<StreamEvent> {
  const { signal, isLast, onReconnecting } = options;
  let lastEventId = options.lastEventId;
  let attempt = 0;
  for (;;) {
    try {
      for await (const event of streamEvents(url, { signal, lastEventId })) {
        if (attempt > 0) onReconnecting?.(false);
        attempt = 0;
        lastEventId = event.id ?? lastEventId;
        yield event;
        if (isLast(event)) return;
      }
    } catch (error) {
      if (!isApiError(error, NETWORK_ERROR) || attempt >= MAX_ATTEMPTS) throw error;
    }
    attempt += 1;
    if (attempt > MAX_ATTEMPTS) {
      throw new ApiError({
        status: 0,
        code: NETWORK_ERROR,
        message: 'The stream ended before its last event.',
      });
    }
    onReconnecting?.(true);
    await wait(Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS), signal);
  }
}

/** Splits text, in whatever pieces it arrives, into events. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function createEventParser(): { push(chunk: string): StreamEvent[] } {
  let rest = '';
  return {
    push(chunk) {
      rest += chunk;
      const blocks = rest.split(/\r\n\r\n|\n\n|\r\r/);
      rest = blocks.pop() ?? '';
      return blocks.flatMap((block) => parseBlock(block));
    },
  };
}

function parseBlock(block: string): StreamEvent[] {
  let id: string | undefined;
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id') id = value;
    else if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
  }
  return data.length === 0 ? [] : [{ id, event, data: parseData(data.join('\n')) }];
}

function parseData(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(new DOMException('Aborted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
