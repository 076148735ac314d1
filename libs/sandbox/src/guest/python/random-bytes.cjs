'use strict';
// Runs inside the isolate: ChaCha20 (RFC 8439) over a seed of the host, because V8 alone has no source of randomness
// that could be used for keys, and nothing of the host may be callable from in here.

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const WORDS = 16;
const ROUNDS = 10;

/** @type {readonly (readonly [number, number, number, number])[]} */
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

/** @type {readonly (readonly [0 | 1 | 2 | 3, 0 | 1 | 2 | 3, 0 | 1 | 2 | 3, number])[]} */
const STEPS = [
  [0, 1, 3, 16],
  [2, 3, 1, 12],
  [0, 1, 3, 8],
  [2, 3, 1, 7],
];

/**
 * @param {Uint32Array} words
 * @param {number} index
 */
const wordAt = (words, index) => words[index] ?? 0;

/** @param {Uint32Array} state */
function block(state) {
  const words = new Uint32Array(state);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const quarter of QUARTERS) {
      for (const [to, by, turned, bits] of STEPS) {
        const sum = (wordAt(words, quarter[to]) + wordAt(words, quarter[by])) | 0;
        const mixed = wordAt(words, quarter[turned]) ^ sum;
        words[quarter[to]] = sum;
        words[quarter[turned]] = (mixed << bits) | (mixed >>> (32 - bits));
      }
    }
  }
  for (let i = 0; i < WORDS; i += 1) words[i] = wordAt(words, i) + wordAt(state, i);
  return new Uint8Array(words.buffer);
}

/** Makes a stream of random bytes that begins anew with each seed. */
function createRandomBytes() {
  const state = new Uint32Array(WORDS);

  return {
    /** @param {string} seed 64 hexadecimal digits. */
    seed(seed) {
      state.fill(0);
      state.set(CONSTANTS);
      for (let i = 0; i < 8; i += 1) state[4 + i] = Number(`0x${seed.slice(8 * i, 8 * i + 8)}`);
    },

    /** @param {number} count */
    take(count) {
      const bytes = new Uint8Array(count);
      for (let at = 0; at < count; at += 4 * WORDS) {
        const fresh = block(state);
        state[12] = wordAt(state, 12) + 1;
        if (state[12] === 0) state[13] = wordAt(state, 13) + 1;
        bytes.set(count - at < fresh.length ? fresh.subarray(0, count - at) : fresh, at);
      }
      return bytes;
    },
  };
}

module.exports = { createRandomBytes };
