'use strict';
// Runs inside the isolate: V8 alone has no TextEncoder and TextDecoder, and Python's text goes through them.

const { fromCharCode } = String;
const { isView } = ArrayBuffer;
const { apply } = Reflect;

const REPLACEMENT = 0xfffd;
const CHUNK = 8192;

/**
 * @param {ArrayLike<number>} units
 * @param {number} length
 */
function textOf(units, length) {
  let text = '';
  for (let from = 0; from < length; from += CHUNK) {
    const until = from + CHUNK < length ? from + CHUNK : length;
    const part = new Array(until - from);
    for (let i = from; i < until; i += 1) part[i - from] = units[i];
    text += apply(fromCharCode, null, part);
  }
  return text;
}

/**
 * The code point at `index`; -1 for bytes that are no UTF-8, and how many bytes it takes.
 * @param {Uint8Array} bytes
 * @param {number} index
 */
function codePointAt(bytes, index) {
  const first = /** @type {number} */ (bytes[index]);
  if (first < 0x80) return { point: first, length: 1 };
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return { point: -1, length: 1 };
  let point = first & (0x7f >> length);
  for (let i = 1; i < length; i += 1) {
    const next = bytes[index + i];
    if (next === undefined || (next & 0xc0) !== 0x80) return { point: -1, length: i };
    point = (point << 6) | (next & 0x3f);
  }
  return { point, length };
}

/** @param {Uint8Array} bytes */
function fromUtf8(bytes) {
  const units = new Uint16Array(bytes.length);
  let used = 0;
  for (let i = 0; i < bytes.length;) {
    const byte = /** @type {number} */ (bytes[i]);
    if (byte < 0x80) {
      units[used++] = byte;
      i += 1;
      continue;
    }
    const { point, length } = codePointAt(bytes, i);
    i += length;
    if (point < 0x10000) {
      units[used++] = point < 0 ? REPLACEMENT : point;
      continue;
    }
    units[used++] = 0xd7c0 + (point >> 10);
    units[used++] = 0xdc00 + (point & 0x3ff);
  }
  return textOf(units, used);
}

/** @param {Uint8Array} bytes */
function fromUtf16(bytes) {
  const units = new Uint16Array(bytes.length >> 1);
  for (let i = 0; i < units.length; i += 1) {
    units[i] = (bytes[2 * i] ?? 0) | ((bytes[2 * i + 1] ?? 0) << 8);
  }
  return textOf(units, units.length);
}

/** @param {string} text */
function toUtf8(text) {
  const bytes = new Uint8Array(text.length * 3);
  let used = 0;
  for (let i = 0; i < text.length; i += 1) {
    let point = /** @type {number} */ (text.codePointAt(i));
    if (point > 0xffff) i += 1;
    else if (point >= 0xd800 && point <= 0xdfff) point = REPLACEMENT;
    if (point < 0x80) {
      bytes[used++] = point;
      continue;
    }
    if (point < 0x800) {
      bytes[used++] = 0xc0 | (point >> 6);
    } else {
      if (point < 0x10000) {
        bytes[used++] = 0xe0 | (point >> 12);
      } else {
        bytes[used++] = 0xf0 | (point >> 18);
        bytes[used++] = 0x80 | ((point >> 12) & 0x3f);
      }
      bytes[used++] = 0x80 | ((point >> 6) & 0x3f);
    }
    bytes[used++] = 0x80 | (point & 0x3f);
  }
  return bytes.slice(0, used);
}

class TextEncoder {
  get encoding() {
    return 'utf-8';
  }

  /** @param {unknown} [text] */
  encode(text = '') {
    return toUtf8(`${text}`);
  }

  /**
   * @param {string} text
   * @param {Uint8Array} target
   */
  encodeInto(text, target) {
    const bytes = toUtf8(text);
    const written = bytes.length < target.length ? bytes.length : target.length;
    target.set(bytes.subarray(0, written));
    return { read: text.length, written };
  }
}

/** @param {ArrayBuffer | ArrayBufferView} source */
function bytesOf(source) {
  return isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

class TextDecoder {
  constructor(encoding = 'utf-8') {
    this.encoding = `${encoding}`.toLowerCase();
  }

  /** @param {ArrayBuffer | ArrayBufferView} [source] */
  decode(source) {
    if (source === undefined) return '';
    const bytes = bytesOf(source);
    if (this.encoding === 'latin1') return textOf(bytes, bytes.length);
    return this.encoding === 'utf-16le' ? fromUtf16(bytes) : fromUtf8(bytes);
  }
}

module.exports = { TextDecoder, TextEncoder };
