// @ts-check
'use strict';
// Writes a model in the format of ONNX; the numbers of fields are those of its schema.
// See https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
const { intField, floatField, bytesField } = require('./protobuf.cjs');

const IR_VERSION = 8;
const OPSET = 17;

/** Element types of tensors. */
const ELEMENT = /** @type {const} */ ({ float: 1, int64: 7, float16: 10 });
const ATTRIBUTE = { float: 1, int: 2, ints: 7 };

/** @typedef {keyof typeof ELEMENT} ElementType */
/** @typedef {{ int: number } | { float: number } | { ints: readonly number[] }} Attribute */

/**
 * @param {string} name
 * @param {Attribute} value
 */
function attribute(name, value) {
  const head = bytesField(1, name);
  if ('int' in value) return [...head, ...intField(3, value.int), ...intField(20, ATTRIBUTE.int)];
  if ('float' in value) return [...head, ...floatField(2, value.float), ...intField(20, ATTRIBUTE.float)];
  return [...head, ...value.ints.flatMap((each) => intField(8, each)), ...intField(20, ATTRIBUTE.ints)];
}

/**
 * @param {string} name
 * @param {ElementType} type
 * @param {readonly string[]} axes Names of sizes that are known only when the model runs.
 */
function valueInfo(name, type, axes) {
  const shape = axes.flatMap((axis) => bytesField(1, bytesField(2, axis)));
  const tensor = [...intField(1, ELEMENT[type]), ...bytesField(2, shape)];
  return [...bytesField(1, name), ...bytesField(2, bytesField(1, tensor))];
}

/** Collects a graph, operation by operation. Values are known by their names. */
class OnnxModel {
  /** @type {Uint8Array[]} */
  #nodes = [];
  /** @type {Uint8Array[]} */
  #constants = [];
  #made = 0;

  /**
   * @param {string} name
   * @param {ElementType} type
   * @param {readonly number[]} shape
   * @param {Uint8Array} bytes Little-endian; not copied.
   */
  constant(name, type, shape, bytes) {
    const sizes = shape.flatMap((size) => intField(1, size));
    this.#constants.push(
      ...bytesField(5, [
        ...sizes,
        ...intField(2, ELEMENT[type]),
        ...bytesField(8, name),
        ...bytesField(9, bytes),
      ]),
    );
    return name;
  }

  /**
   * @param {string} name
   * @param {...number} values
   */
  ints(name, ...values) {
    return this.constant(
      name,
      'int64',
      [values.length],
      new Uint8Array(BigInt64Array.from(values, BigInt).buffer),
    );
  }

  /**
   * @param {string} name
   * @param {number} value
   */
  scalar(name, value) {
    return this.constant(name, 'float', [], new Uint8Array(Float32Array.of(value).buffer));
  }

  /**
   * Adds an operation and gives the name of what it makes.
   * @param {string} operator
   * @param {readonly string[]} inputs
   * @param {Readonly<Record<string, Attribute>>} [attributes]
   * @param {string} [output]
   */
  add(operator, inputs, attributes = {}, output = `${operator}_${(this.#made += 1)}`) {
    this.#nodes.push(
      ...bytesField(1, [
        ...inputs.flatMap((input) => bytesField(1, input)),
        ...bytesField(2, output),
        ...bytesField(4, operator),
        ...Object.entries(attributes).flatMap(([name, value]) => bytesField(5, attribute(name, value))),
      ]),
    );
    return output;
  }

  /**
   * @param {string} value
   * @param {ElementType} type
   */
  cast(value, type) {
    return this.add('Cast', [value], { to: { int: ELEMENT[type] } });
  }

  /**
   * The model file.
   * @param {Readonly<Record<string, readonly string[]>>} inputs Axes by name, all of whole numbers.
   * @param {Readonly<Record<string, readonly string[]>>} outputs Axes by name, all of fractions.
   */
  toBytes(inputs, outputs) {
    const graph = [
      ...this.#nodes,
      ...bytesField(2, 'encoder'),
      ...this.#constants,
      ...Object.entries(inputs).flatMap(([name, axes]) => bytesField(11, valueInfo(name, 'int64', axes))),
      ...Object.entries(outputs).flatMap(([name, axes]) => bytesField(12, valueInfo(name, 'float', axes))),
    ];
    const opset = [...bytesField(1, ''), ...intField(2, OPSET)];
    return Buffer.concat([...intField(1, IR_VERSION), ...bytesField(7, graph), ...bytesField(8, opset)]);
  }
}

module.exports = { OnnxModel };
