// Runs PGlite in a thread of its own, so that no query ever stops the server. Plain CommonJS, because a worker is
// started from its file: the same one in tests and in the built server.
const { parentPort, workerData } = require('node:worker_threads');
const { PGlite } = require('@electric-sql/pglite');
const { vector } = require('@electric-sql/pglite-pgvector');
const { pg_trgm } = require('@electric-sql/pglite/contrib/pg_trgm');
const { pgcrypto } = require('@electric-sql/pglite/contrib/pgcrypto');

const textOf = (error) => String(error?.message ?? error);

async function answer(database, { id, bytes }) {
  try {
    if (bytes === null) {
      await database.close();
      parentPort.postMessage({ id, bytes: new Uint8Array() });
      return;
    }
    // A copy owns its memory and can be handed over; the original lies in the database's heap.
    const reply = new Uint8Array(await database.execProtocolRaw(bytes));
    parentPort.postMessage({ id, bytes: reply }, [reply.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, problem: textOf(error) });
  }
}

PGlite.create({ dataDir: workerData.folder, extensions: { vector, pg_trgm, pgcrypto } }).then(
  (database) => {
    parentPort.on('message', (request) => void answer(database, request));
    parentPort.postMessage({ ready: true });
  },
  (error) => parentPort.postMessage({ ready: false, problem: textOf(error) }),
);
