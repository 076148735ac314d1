// @ts-check
'use strict';

/** @typedef {Pick<typeof import('onnxruntime-common'), 'InferenceSession' | 'Tensor' | 'env'>} Runtime */

/** The second is slower by far, needs nothing native, and is not installed unless somebody does. */
const PACKAGES = ['onnxruntime-node', 'onnxruntime-web'];

/**
 * The first runtime that this machine can load.
 * @returns {Runtime}
 */
function loadRuntime() {
  const reasons = [];
  for (const name of PACKAGES) {
    try {
      /** @type {Runtime} */
      const runtime = require(name);
      // Threads of the WebAssembly runtime would outlive a session.
      if (name === 'onnxruntime-web') runtime.env.wasm.numThreads = 1;
      return runtime;
    } catch (error) {
      const text = error instanceof Error ? String(error.message).split('\n')[0] : 'unknown';
      reasons.push(`${name}: ${text}`);
    }
  }
  throw new Error(`no ONNX runtime can be loaded (${reasons.join('; ')})`);
}

module.exports = { loadRuntime };
