// @ts-check
'use strict';
// Reads weights: a length, a table in JSON, then the numbers themselves.
// See https://huggingface.co/docs/safetensors
const { readFileSync } = require('node:fs');

/** @typedef {{ dtype: string, shape: number[], data_offsets: [number, number] }} Entry */
/** @typedef {{ shape: readonly number[], bytes: Uint8Array }} Tensor */

/**
 * @param {string} file
 * @returns {(name: string) => Tensor} Gives a tensor of half-precision numbers, as a view into the file's bytes.
 */
function openSafetensors(file) {
  const content = readFileSync(file);
  const start = 8 + Number(content.readBigUInt64LE(0));
  /** @type {Record<string, Entry>} */
  const table = JSON.parse(content.toString('utf8', 8, start));
  return (name) => {
    const entry = table[name];
    if (entry?.dtype !== 'F16') throw new Error(`the weights have no '${name}' in half precision`);
    const [from, to] = entry.data_offsets;
    return { shape: entry.shape, bytes: content.subarray(start + from, start + to) };
  };
}

module.exports = { openSafetensors };
