// @ts-check
'use strict';
// The little of the Protocol Buffers wire format that a model file needs. A message is a list of parts.
// See https://protobuf.dev/programming-guides/encoding/

const VARINT = 0;
const BYTES = 2;
const FLOAT = 5;

/** @param {number} value A whole number from 0, or a small negative one as an int64. */
function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/**
 * @param {number} field
 * @param {number} wireType
 */
const tag = (field, wireType) => varint(field * 8 + wireType);

/**
 * @param {number} field
 * @param {number} value
 */
const intField = (field, value) => [tag(field, VARINT), varint(value)];

/**
 * @param {number} field
 * @param {number} value
 */
function floatField(field, value) {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return [tag(field, FLOAT), bytes];
}

/**
 * Text, bytes, or a message inside a message; parts are not copied, since weights are large.
 * @param {number} field
 * @param {string | Uint8Array | readonly Uint8Array[]} content
 * @returns {Uint8Array[]}
 */
function bytesField(field, content) {
  const parts =
    typeof content === 'string'
      ? [Buffer.from(content)]
      : content instanceof Uint8Array
        ? [content]
        : content;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [tag(field, BYTES), varint(length), ...parts];
}

module.exports = { intField, floatField, bytesField };
