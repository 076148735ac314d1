'use strict';
// Runs inside the isolate: the few things that pyodide expects of the bare JavaScript shell that it takes this for.

const { TextDecoder, TextEncoder } = require('./text-codecs.cjs');

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3);
    const digits = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63];
    const known = bytes.length - i < 3 ? bytes.length - i + 1 : 4;
    for (let k = 0; k < 4; k += 1) text += k < known ? BASE64[/** @type {number} */ (digits[k])] : '=';
  }
  return text;
}

/** A compiled module of WebAssembly settles no promise inside an isolate, so it is made at once. */
function compileAtOnce() {
  const { Instance, Module } = WebAssembly;
  /** @param {WebAssembly.Bytes} bytes */
  const compile = async (bytes) => new Module(bytes);
  /**
   * @param {WebAssembly.Bytes | WebAssembly.Module} source
   * @param {object} imports
   */
  const instantiate = async (source, imports) => {
    if (source instanceof Module) return new Instance(source, imports);
    const module = new Module(source);
    return { module, instance: new Instance(module, imports) };
  };
  Object.assign(WebAssembly, { compile, instantiate });
  // Newer V8 can suspend WebAssembly; without it Python behaves the same on every version.
  for (const name of ['Suspending', 'Suspender', 'promising']) Reflect.deleteProperty(WebAssembly, name);
}

/**
 * Makes this global scope the shell.
 * @param {{ take(count: number): Uint8Array }} random
 * @param {(name: string) => ArrayBuffer} readFile
 */
function installShell(random, readFile) {
  compileAtOnce();
  const ignore = () => undefined;
  const now = Date.now.bind(Date);
  const AbortSignalOf = class {
    signal = { aborted: false, addEventListener: ignore };

    abort() {
      this.signal.aborted = true;
    }
  };
  Object.assign(globalThis, {
    TextDecoder,
    TextEncoder,
    AbortController: AbortSignalOf,
    console: { log: ignore, info: ignore, warn: ignore, error: ignore, debug: ignore },
    performance: { now },
    setTimeout: () => 0,
    clearTimeout: ignore,
    location: '/',
    load: ignore,
    read: ignore,
    readbuffer: readFile,
    // Pyodide asks a shell for randomness by a command line, and wants base64.
    os: {
      system: (/** @type {string} */ _command, /** @type {string[]} */ args) =>
        toBase64(random.take(Number(/^head -c(\d{1,6}) /.exec(args[1] ?? '')?.[1] ?? 0))),
    },
  });
  return () => {
    for (const name of ['load', 'read', 'readbuffer', 'location']) Reflect.deleteProperty(globalThis, name);
  };
}

module.exports = { installShell };
