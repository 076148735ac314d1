'use strict';
const { BoxStopped } = require('./box.cjs');

/**
 * Tells the interpreter's own limits from what users' code let slip: a rejection that nobody handles ends a call too,
 * and says nothing of its outcome.
 * @param {unknown} error
 * @param {import('isolated-vm').Isolate} isolate
 */
function throwIfStopped(error, isolate) {
  if (isolate.isDisposed) throw new BoxStopped('memory');
  if (error instanceof Error && error.message === 'Script execution timed out.')
    throw new BoxStopped('timeout');
}

module.exports = { throwIfStopped };
