// @ts-check
'use strict';
// The encoder of a sentence model (BERT, mean pooling, length 1) as an ONNX graph over weights in half precision.
// The runtime widens and transposes the weights once when it loads the graph; word vectors stay as they are.
// See Devlin et al. 2019 (BERT) and Reimers & Gurevych 2019 (sentence embeddings).
const { OnnxModel } = require('./onnx-model.cjs');

/** Far below any score, so that padding gets no attention. */
const MASKED = -1e9;

/** @typedef {(name: string) => import('./safetensors.cjs').Tensor} Weights */
/**
 * @typedef {object} BertConfig
 * @property {number} hidden_size
 * @property {number} num_attention_heads
 * @property {number} num_hidden_layers
 * @property {number} layer_norm_eps
 */

/**
 * @param {Weights} weights
 * @param {BertConfig} config
 */
function createLayers(weights, config) {
  const model = new OnnxModel();

  /** @param {string} name */
  const half = (name) => {
    const { shape, bytes } = weights(name);
    return model.constant(name, 'float16', shape, bytes);
  };
  /** @param {string} name */
  const full = (name) => model.cast(half(name), 'float');

  /**
   * @param {string} input
   * @param {string} name
   */
  const dense = (input, name) => {
    const matrix = model.add('Transpose', [full(`${name}.weight`)], { perm: { ints: [1, 0] } });
    return model.add('Add', [model.add('MatMul', [input, matrix]), full(`${name}.bias`)]);
  };

  /**
   * @param {string} input
   * @param {string} name
   */
  const normalise = (input, name) =>
    model.add('LayerNormalization', [input, full(`${name}.weight`), full(`${name}.bias`)], {
      axis: { int: -1 },
      epsilon: { float: config.layer_norm_eps },
    });

  return { model, half, full, dense, normalise };
}

/** @typedef {ReturnType<typeof createLayers>} Layers */

/**
 * Vectors of pieces and places, [batch × length × width]. All pieces belong to segment 0.
 * @param {Layers} layers
 */
function embed({ model, half, full, normalise }) {
  const words = model.cast(
    model.add('Gather', [half('embeddings.word_embeddings.weight'), 'input_ids']),
    'float',
  );
  const shape = model.add('Shape', ['input_ids']);
  const length = model.add('Slice', [shape, model.ints('one', 1), model.ints('two', 2)]);
  const zero = model.ints('zero', 0);
  const places = model.add('Slice', [full('embeddings.position_embeddings.weight'), zero, length]);
  const segment = model.add('Slice', [full('embeddings.token_type_embeddings.weight'), zero, 'one']);
  const placed = model.add('Add', [words, model.add('Add', [places, segment])]);
  return normalise(placed, 'embeddings.LayerNorm');
}

/**
 * @param {Layers} layers
 * @param {BertConfig} config
 * @param {string} mask [batch × length], 1 for pieces and 0 for padding.
 */
function createAttention({ model, dense }, config, mask) {
  const headWidth = config.hidden_size / config.num_attention_heads;
  const toHeads = model.ints('to_heads', 0, 0, config.num_attention_heads, headWidth);
  const fromHeads = model.ints('from_heads', 0, 0, config.hidden_size);
  const scale = model.scalar('scale', 1 / Math.sqrt(headWidth));
  const wide = model.add('Unsqueeze', [mask, model.ints('head_and_row', 1, 2)]);
  const gap = model.add('Sub', [model.scalar('unit', 1), wide]);
  const bias = model.add('Mul', [gap, model.scalar('masked', MASKED)]);

  /**
   * @param {string} input
   * @param {string} name
   * @param {number[]} order
   */
  const heads = (input, name, order) =>
    model.add('Transpose', [model.add('Reshape', [dense(input, name), toHeads])], { perm: { ints: order } });

  /**
   * @param {string} input
   * @param {string} name
   */
  return (input, name) => {
    const query = heads(input, `${name}.query`, [0, 2, 1, 3]);
    const key = heads(input, `${name}.key`, [0, 2, 3, 1]);
    const value = heads(input, `${name}.value`, [0, 2, 1, 3]);
    const scores = model.add('Mul', [model.add('MatMul', [query, key]), scale]);
    const shares = model.add('Softmax', [model.add('Add', [scores, bias])], { axis: { int: -1 } });
    const seen = model.add('Transpose', [model.add('MatMul', [shares, value])], {
      perm: { ints: [0, 2, 1, 3] },
    });
    return model.add('Reshape', [seen, fromHeads]);
  };
}

/**
 * x · Φ(x), with the exact Φ.
 * @param {OnnxModel} model
 */
function createGelu(model) {
  const half = model.scalar('half', 0.5);
  const root = model.scalar('root_of_two', Math.SQRT2);
  /** @param {string} input */
  return (input) => {
    const erf = model.add('Erf', [model.add('Div', [input, root])]);
    return model.add('Mul', [model.add('Mul', [input, model.add('Add', [erf, 'unit'])]), half]);
  };
}

/**
 * The mean over the pieces of each text, brought to length 1.
 * @param {OnnxModel} model
 * @param {string} states
 * @param {string} mask
 */
function pool(model, states, mask) {
  const column = model.add('Unsqueeze', [mask, 'two']);
  const keep = { keepdims: { int: 0 } };
  const sum = model.add('ReduceSum', [model.add('Mul', [states, column]), 'one'], keep);
  const mean = model.add('Div', [sum, model.add('ReduceSum', [column, 'one'], keep)]);
  model.add('LpNormalization', [mean], { axis: { int: -1 }, p: { int: 2 } }, 'embedding');
}

/**
 * The model file: `input_ids` and `attention_mask` [batch × length] to `embedding` [batch × width].
 * @param {Weights} weights
 * @param {BertConfig} config
 */
function buildBertGraph(weights, config) {
  const layers = createLayers(weights, config);
  const { model, dense, normalise } = layers;
  let states = embed(layers);
  const mask = model.cast('attention_mask', 'float');
  const attend = createAttention(layers, config, mask);
  const gelu = createGelu(model);
  for (let index = 0; index < config.num_hidden_layers; index += 1) {
    const name = `encoder.layer.${index}`;
    const seen = dense(attend(states, `${name}.attention.self`), `${name}.attention.output.dense`);
    states = normalise(model.add('Add', [seen, states]), `${name}.attention.output.LayerNorm`);
    const inner = dense(gelu(dense(states, `${name}.intermediate.dense`)), `${name}.output.dense`);
    states = normalise(model.add('Add', [inner, states]), `${name}.output.LayerNorm`);
  }
  pool(model, states, mask);
  return model.toBytes(
    { input_ids: ['batch', 'length'], attention_mask: ['batch', 'length'] },
    { embedding: ['batch', 'width'] },
  );
}

module.exports = { buildBertGraph };
