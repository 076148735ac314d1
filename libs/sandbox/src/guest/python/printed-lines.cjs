'use strict';
// Runs inside the isolate: what Python prints is kept as JSON text, line by line, out of its reach.

const { stringify } = JSON;
const { TextDecoder } = require('./text-codecs.cjs');

const MAX_LINES = 200;
const MAX_LINE_CHARS = 2000;
const MAX_LINE_BYTES = 4 * MAX_LINE_CHARS;
const LINE_END = 10;

/** Keeps what is printed; `write` takes pieces of it as they come. */
function createPrintedLines() {
  const decoder = new TextDecoder();
  const line = new Uint8Array(MAX_LINE_BYTES);
  let used = 0;
  let isOpen = false;
  let lines = '';
  let count = 0;

  const endLine = () => {
    const text = decoder.decode(line.subarray(0, used)).slice(0, MAX_LINE_CHARS);
    lines += (count === 0 ? '' : ',') + stringify(text);
    count += 1;
    used = 0;
    isOpen = false;
  };

  return {
    /** @param {Uint8Array} bytes */
    write(bytes) {
      for (let i = 0; i < bytes.length && count < MAX_LINES; i += 1) {
        const byte = /** @type {number} */ (bytes[i]);
        isOpen = true;
        if (byte === LINE_END) endLine();
        else if (used < MAX_LINE_BYTES) line[used++] = byte;
      }
      return bytes.length;
    },

    /** The lines as the text of a JSON array. */
    read() {
      if (isOpen && count < MAX_LINES) endLine();
      return `[${lines}]`;
    },
  };
}

module.exports = { createPrintedLines };
