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

type Read<Part> = (event: unknown) => Part;

async function* streamed<Part>(response: Response, read: Read<Part>): AsyncGenerator<Part> {
  const decoder = new TextDecoder();
  let texts: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void texts.push(data) });
  // What follows the end is read too, so that the connection can carry the next request.
  for await (const bytes of response.body ?? []) {
    parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }));
    const arrived = texts;
    texts = [];
    for (const text of arrived) {
      if (text !== '' && text !== END) yield read(checkedEvent(JSON.parse(text), response.headers));
    }
  }
}

async function* whole<Part>(response: Response, read: Read<Part>): AsyncGenerator<Part> {
  const body = await readJson(response);
  for (const event of Array.isArray(body) ? body : [body]) yield read(checkedEvent(event, response.headers));
}

/**
 * Reads a streamed answer event by event; a server that does not stream has one event, or a list of them.
 * @throws PageInstead, UpstreamRefusal for an error among the events, SyntaxError
 */
export function readEvents<Part>(response: Response, read: Read<Part>): AsyncGenerator<Part> {
  const isWhole = /application\/json|text\/html/.test(typeOf(response));
  return isWhole ? whole(response, read) : streamed(response, read);
}
