import { pipeline, type Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { errorCode } from './failure-reason';
import { httpErrors } from './http-errors';

type Bytes = AsyncIterable<Uint8Array>;

const MAX_LAYERS = 3;

/** Some servers send `deflate` without the wrapper that the name stands for. */
const inflateFor = (first: Uint8Array): Duplex =>
  ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();

const DECODERS: Readonly<Record<string, (first: Uint8Array) => Duplex>> = {
  gzip: createGunzip.bind(undefined, {}),
  'x-gzip': createGunzip.bind(undefined, {}),
  deflate: inflateFor,
  br: createBrotliDecompress.bind(undefined, {}),
};

/** The encodings that were asked for and can be undone. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** The encodings to undo, last applied first; undefined when one of them is unknown. */
export function decodableLayers(contentEncoding: string): readonly string[] | undefined {
  const layers = contentEncoding
    .toLowerCase()
    .split(',')
    .map((layer) => layer.trim())
    .filter((layer) => layer !== '' && layer !== 'identity');
  const isKnown = layers.length <= MAX_LAYERS && layers.every((layer) => Object.hasOwn(DECODERS, layer));
  return isKnown ? layers.toReversed() : undefined;
}

async function* decoded(source: Bytes, layer: string): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const decoder = DECODERS[layer]?.(first.value);
  if (decoder === undefined) return;
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  // A failure on either side destroys the decoder, and reading it below reports that.
  pipeline(whole, decoder, () => undefined);
  yield* decoder as Bytes;
}

const isDecoderError = (error: unknown): boolean =>
  /^(?:Z_|ERR_.*BROTLI|ERR__ERROR)/.test(errorCode(error) ?? '');

/** Reads a body, undoing its encodings, and gives up as soon as it is larger than allowed. */
export async function readBody(
  body: Bytes,
  layers: readonly string[],
  { maxBytes, host }: { readonly maxBytes: number; readonly host: string },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of layers.reduce<Bytes>(decoded, body)) {
      size += chunk.byteLength;
      if (size > maxBytes) throw httpErrors.RESPONSE_TOO_LARGE({ limit_bytes: maxBytes });
      chunks.push(chunk);
    }
  } catch (error) {
    if (!isDecoderError(error)) throw error;
    throw httpErrors.HTTP_FAILED({ host, reason: 'its answer could not be decompressed' }, error);
  }
  return Buffer.concat(chunks);
}
