import { createParser } from 'eventsource-parser';
import { PageInstead, UpstreamRefusal } from './upstream-refusal';

const END = '[DONE]';

const typeOf = (response: Response): string => response.headers.get('content-type') ?? '';

function checkedEvent(event: unknown, headers: Headers): unknown {
  const isFailure = typeof event === 'object' && event !== null && 'error' in event && event.error;
  if (isFailure) throw new UpstreamRefusal(undefined, event, headers);
  return event;
}

/** Reads an answer of one piece. @throws PageInstead, UpstreamRefusal for an error in it, SyntaxError */
export async function readJson(response: Response): Promise<unknown> {
  if (typeOf(response).includes('text/html')) throw new PageInstead();
  return checkedEvent(JSON.parse(await response.text()), response.headers);
}

async function* readStream(response: Response): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let texts: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void texts.push(data) });
  // What follows the end is read too, so that the connection can carry the next request.
  for await (const bytes of response.body ?? []) {
    parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }));
    const arrived = texts;
    texts = [];
    for (const text of arrived) {
      if (text !== '' && text !== END) yield checkedEvent(JSON.parse(text), response.headers);
    }
  }
}

/**
 * Reads a streamed answer event by event; a server that does not stream has one event, or a list of them.
 * @throws PageInstead, UpstreamRefusal for an error among the events, SyntaxError
 */
export async function* readEvents(response: Response): AsyncGenerator<unknown> {
  if (!typeOf(response).includes('application/json') && !typeOf(response).includes('text/html')) {
    return yield* readStream(response);
  }
  const body = await readJson(response);
  for (const event of Array.isArray(body) ? body : [body]) yield checkedEvent(event, response.headers);
}
