// @ts-check
'use strict';
// Texts to vectors, in batches of texts that are about equally long, since each is padded to the longest of its batch.
const { readFileSync } = require('node:fs');
const { buildBertGraph } = require('./bert-graph.cjs');
const { isForeign, isUnknown } = require('./foreign-text.cjs');
const { openSafetensors } = require('./safetensors.cjs');
const { createWordPiece } = require('./wordpiece.cjs');

const MAX_TOKENS = 256;
const MAX_BATCH = 16;
/** With padding; bounds the memory of one step. */
const MAX_BATCH_TOKENS = 1024;

/** @typedef {{ weightsPath: string, tokenizerPath: string, configPath: string }} ModelFiles */
/** @typedef {{ index: number, ids: number[] }} Row */

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * @param {Row[]} rows
 * @returns {Row[][]}
 */
function toBatches(rows) {
  /** @type {Row[][]} */
  const batches = [];
  /** @type {Row[]} */
  let batch = [];
  for (const row of [...rows].sort((a, b) => a.ids.length - b.ids.length)) {
    const tokens = (batch.length + 1) * row.ids.length;
    const isFull = batch.length >= MAX_BATCH || tokens > MAX_BATCH_TOKENS;
    if (batch.length === 0 || isFull) batches.push((batch = []));
    batch.push(row);
  }
  return batches;
}

/**
 * @param {import('./load-runtime.cjs').Runtime} runtime
 * @param {import('onnxruntime-common').InferenceSession} session
 * @param {Row[]} batch
 */
async function runBatch(runtime, session, batch) {
  const length = Math.max(...batch.map(({ ids }) => ids.length));
  const ids = new BigInt64Array(batch.length * length);
  const mask = new BigInt64Array(batch.length * length);
  batch.forEach((row, r) => {
    row.ids.forEach((id, i) => {
      ids[r * length + i] = BigInt(id);
      mask[r * length + i] = 1n;
    });
  });
  const shape = [batch.length, length];
  const { embedding } = await session.run({
    input_ids: new runtime.Tensor('int64', ids, shape),
    attention_mask: new runtime.Tensor('int64', mask, shape),
  });
  const numbers = /** @type {Float32Array} */ (embedding?.data);
  const width = numbers.length / batch.length;
  return batch.map((_row, r) => numbers.slice(r * width, (r + 1) * width));
}

/**
 * Loads the model.
 * @param {import('./load-runtime.cjs').Runtime} runtime
 * @param {ModelFiles} files
 * @param {number} threads
 */
async function createEncoder(runtime, files, threads) {
  const config = readJson(files.configPath);
  const vocabulary = new Map(Object.entries(readJson(files.tokenizerPath).model.vocab));
  const tokenize = createWordPiece(vocabulary, MAX_TOKENS);
  const graph = buildBertGraph(openSafetensors(files.weightsPath), config);
  const session = await runtime.InferenceSession.create(graph, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    logSeverityLevel: 3,
  });

  /**
   * @param {readonly string[]} texts
   * @returns {Promise<(Float32Array | null)[]>} In the order of the texts; null for those that must not be embedded.
   */
  return async (texts) => {
    /** @type {(Float32Array | null)[]} */
    const vectors = texts.map(() => null);
    /** @type {Row[]} */
    const rows = [];
    texts.forEach((text, index) => {
      if (isForeign(text)) return;
      const tokens = tokenize(text);
      if (!isUnknown(tokens)) rows.push({ index, ids: tokens.ids });
    });
    for (const batch of toBatches(rows)) {
      const found = await runBatch(runtime, session, batch);
      batch.forEach(({ index }, r) => (vectors[index] = found[r] ?? null));
    }
    return vectors;
  };
}

module.exports = { createEncoder };
