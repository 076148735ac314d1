'use strict';

/**
 * A fresh interpreter with the guest loaded, for one job.
 * @typedef {object} Box
 * @property {(args: string[], timeoutMs: number) => Promise<void>} run Calls the guest's entry, and what it left pending.
 * @property {(name: 'state' | 'logs') => Promise<string>} read Asks the guest's entry for what the run left behind.
 * @property {(source: string) => SyntaxProblem | null} parseScript Parses JavaScript without running it.
 * @property {() => void} dispose
 */

/** @typedef {{ reason: string, line?: number, column?: number }} SyntaxProblem */

/**
 * Makes boxes of one kind of interpreter.
 * @typedef {object} BoxMaker
 * @property {'isolated-vm' | 'quickjs'} name
 * @property {(kind: import('./guest-source.cjs').BoxKind, memoryMb: number) => Box} open
 */

/** The guest was stopped by the interpreter's own limits. */
class BoxStopped extends Error {
  /** @param {'timeout' | 'memory'} limit */
  constructor(limit) {
    super(limit);
    this.limit = limit;
  }
}

/** How long the guest may take to hand over what is already written. */
const READ_TIMEOUT_MS = 250;

/**
 * Runs to the end or to the clock's, and says which.
 * @param {Pick<Box, 'run'>} box
 * @param {string[]} args
 * @param {number} timeoutMs
 */
async function stopsOnTime(box, args, timeoutMs) {
  try {
    await box.run(args, timeoutMs);
    return false;
  } catch (error) {
    if (error instanceof BoxStopped && error.limit === 'timeout') return true;
    throw error;
  }
}

/**
 * Disposes of a box; false when its interpreter is broken, and with it the process.
 * @param {Pick<Box, 'dispose'>} box
 */
function canDispose(box) {
  try {
    box.dispose();
    return true;
  } catch {
    return false;
  }
}

module.exports = { BoxStopped, READ_TIMEOUT_MS, canDispose, stopsOnTime };
