'use strict';
// The child process: one job at a time, no environment, no secrets. The pool may kill it at any moment.
const { Socket } = require('node:net');
const { createFrameReader, encodeFrame } = require('./frames.cjs');
const { openBoxHost } = require('./box-host.cjs');
const { openPythonHost } = require('./python/python-host.cjs');
const { runJob } = require('./run-job.cjs');

/** Requests carry users' inputs; the pool refuses larger ones itself. */
const MAX_REQUEST_BYTES = 64 * 1024 * 1024;

/** For Python the setting is the folder of its snapshot, else the megabytes of the boxes made ahead. */
const [, , engineChoice = 'auto', setting = '64'] = process.argv;
const socket = new Socket({ fd: 3, readable: true, writable: true });
/** Ends at once, also when a thread of an isolate cannot be stopped. */
const die = () => process.kill(process.pid, 'SIGKILL');
const fail = () => process.exit(1);

/**
 * @param {object} header
 * @param {string} [payload]
 */
const send = (header, payload = '') => socket.write(encodeFrame(header, payload));

async function serve() {
  const host =
    engineChoice === 'python'
      ? await openPythonHost(setting)
      : await openBoxHost(engineChoice, Number(setting));
  const ready = () => send({ type: 'ready', engine: host.engine, reason: host.reason });

  /**
   * @param {any} job
   * @param {string} input
   */
  const handle = async (job, input) => {
    const { outcome, payload, isSpent } = await runJob(host, job, input);
    send({ type: 'outcome', id: job.id, ...outcome }, payload);
    if (isSpent) {
      socket.end(die);
      return;
    }
    await host.replenish();
    ready();
  };

  const read = createFrameReader(
    MAX_REQUEST_BYTES,
    (job, input) => void handle(job, input).catch(fail),
    fail,
  );
  socket.on('data', read);
  await host.replenish();
  ready();
}

socket.on('close', die);
socket.on('error', die);
serve().catch(fail);
