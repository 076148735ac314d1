'use strict';
const { createV8BoxMaker } = require('./v8-box.cjs');
const { createQuickjsBoxMaker } = require('./quickjs-box.cjs');

/** Version 5 is for Node 20, 6 for newer ones; npm installs whichever the machine can have. */
const V8_PACKAGES = ['isolated-vm', 'isolated-vm-6'];

/** @param {string} name */
function tryV8(name) {
  try {
    const ivm = /** @type {typeof import('isolated-vm')} */ (require(name));
    new ivm.Isolate({ memoryLimit: 8 }).dispose();
    return { ivm, reason: '' };
  } catch (error) {
    const text = error instanceof Error ? String(error.message).split('\n')[0] : 'unknown';
    return { ivm: null, reason: `${name}: ${text}`.slice(0, 300) };
  }
}

/** isolated-vm, or why this machine has none. */
function loadIsolatedVm() {
  const reasons = [];
  for (const name of V8_PACKAGES) {
    const { ivm, reason } = tryV8(name);
    if (ivm !== null) return { ivm, reason: '' };
    reasons.push(reason);
  }
  return { ivm: null, reason: `isolated-vm cannot be loaded (${reasons.join('; ')})` };
}

/**
 * The best interpreter of this machine.
 * @param {string} choice `auto`, or `quickjs` to leave isolated-vm aside.
 * @returns {Promise<{ maker: import('./box.cjs').BoxMaker, reason: string }>} With why it is not the best one, if so.
 */
async function loadEngine(choice) {
  const { ivm, reason } =
    choice === 'auto' ? loadIsolatedVm() : { ivm: null, reason: 'QuickJS was asked for' };
  if (ivm !== null) return { maker: createV8BoxMaker(ivm), reason };
  const { getQuickJS } = require('quickjs-emscripten');
  return { maker: createQuickjsBoxMaker(await getQuickJS()), reason };
}

module.exports = { loadEngine, loadIsolatedVm };
