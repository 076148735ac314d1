const HEADER_BYTES = 5;

/** One message of the Postgres wire protocol: a type letter, a length, a body. */
export const frame = (type: string, body: Uint8Array): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(type, 0, 'latin1');
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
};

const readyFrame = frame('Z', Buffer.from('I'));

const parameter = (name: string, value: string): Buffer => frame('S', Buffer.from(`${name}\0${value}\0`));

/** What a server says after a start-up message: authenticated, parameters, ready. */
export const greeting = Buffer.concat([
  frame('R', Buffer.alloc(4)),
  parameter('client_encoding', 'UTF8'),
  parameter('standard_conforming_strings', 'on'),
  readyFrame,
]);

/** An error as a server would send it, ready for the next query. */
export const errorFrames = (sqlState: string, message: string): Buffer =>
  Buffer.concat([frame('E', Buffer.from(`SERROR\0VERROR\0C${sqlState}\0M${message}\0\0`)), readyFrame]);

/** Asks to undo what a vanished connection left open. */
export const rollbackFrame = frame('Q', Buffer.from('ROLLBACK\0'));

/** Cuts the first whole message off a buffer; undefined when it is not all there yet. */
export function takeFrame(buffer: Buffer): { readonly type: string; readonly bytes: Buffer } | undefined {
  if (buffer.length < HEADER_BYTES) return undefined;
  const length = 1 + buffer.readInt32BE(1);
  if (buffer.length < length) return undefined;
  return { type: String.fromCharCode(buffer[0] ?? 0), bytes: buffer.subarray(0, length) };
}

/** The transaction state in the last ReadyForQuery of an answer: `I` idle, `T` open, `E` failed. */
export function transactionStateOf(answer: Buffer): string | undefined {
  let state: string | undefined;
  let offset = 0;
  while (offset + HEADER_BYTES <= answer.length) {
    if (answer[offset] === 0x5a) state = String.fromCharCode(answer[offset + HEADER_BYTES] ?? 0);
    offset += 1 + answer.readInt32BE(offset + 1);
  }
  return state;
}
