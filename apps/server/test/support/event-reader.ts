/** One server-sent event, as it stood on the wire. */
export interface SentEvent {
  readonly id?: string;
  readonly event?: string;
  /** The data read as JSON; undefined when there was none. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- assertions reach into it freely
  readonly data?: any;
  readonly comment?: string;
}

function parseEvent(block: string): SentEvent {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const name = colon === 0 ? 'comment' : line.slice(0, colon === -1 ? undefined : colon);
    fields[name] = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
  }
  const { data, ...rest } = fields;
  if (data === undefined) return rest;
  return { ...rest, data: data.startsWith('{') ? (JSON.parse(data) as unknown) : data };
}

/** Reads an answer of server-sent events one by one. */
export async function* readEvents(response: Response): AsyncGenerator<SentEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      yield parseEvent(block);
    }
  }
}

/** All events of an answer to its end, heartbeats left out. */
export async function allEvents(response: Response): Promise<SentEvent[]> {
  const events: SentEvent[] = [];
  for await (const event of readEvents(response)) if (event.comment === undefined) events.push(event);
  return events;
}
