'use strict';
// Runs inside the isolate: the memory of WebAssembly is not counted by the isolate's own limit.

const PAGE_BYTES = 64 * 1024;
const { call } = Function.prototype;
const { Memory } = WebAssembly;
const grow = call.bind(Memory.prototype.grow);
const bufferOf = call.bind(
  /** @type {() => ArrayBuffer} */ (Object.getOwnPropertyDescriptor(Memory.prototype, 'buffer')?.get),
);
const sizeOf = call.bind(
  /** @type {() => number} */ (Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')?.get),
);
const OwnRangeError = RangeError;

/** What compiled code needs at run time; nothing here makes a memory, a module or an instance. */
const LEFT_OPEN = ['Exception', 'Tag', 'RuntimeError', 'CompileError', 'LinkError'];

let maxBytes = Infinity;

Object.defineProperty(Memory.prototype, 'grow', {
  /**
   * @this {WebAssembly.Memory}
   * @param {number} pages
   */
  value(pages) {
    const count = pages >>> 0;
    if (sizeOf(bufferOf(this)) + count * PAGE_BYTES > maxBytes) throw new OwnRangeError('out of memory');
    return grow(this, count);
  },
});

/** @param {number} bytes What the memory may grow to from now on. */
function capMemory(bytes) {
  maxBytes = bytes;
}

/** Leaves no way to a memory, module or instance besides those that exist. */
function closeWebAssembly() {
  const open = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (WebAssembly));
  for (const name of Object.getOwnPropertyNames(open)) {
    const part = open[name];
    if (LEFT_OPEN.includes(name) || typeof part !== 'function') continue;
    Reflect.deleteProperty(open, name);
    const prototype = /** @type {{ prototype?: object }} */ (part).prototype;
    if (prototype !== undefined) Reflect.deleteProperty(prototype, 'constructor');
  }
  Object.freeze(open);
  for (const name of ['SharedArrayBuffer', 'Atomics']) Reflect.deleteProperty(globalThis, name);
}

module.exports = { capMemory, closeWebAssembly };
