'use strict';
// Runs inside the isolate, first: memory outside the isolate's limit and threads are out of reach from here on.

for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics']) {
  Reflect.deleteProperty(globalThis, name);
}
