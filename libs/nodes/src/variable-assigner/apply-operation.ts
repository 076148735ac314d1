import { describeValue, isJsonObject, type Json } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import type { Operation } from './schema';

/** What an operation works on. */
export interface Operands {
  /** The variable's name, for messages. */
  readonly target: string;
  readonly current: Json;
  readonly source: Json;
}

const wrongType = (input: string, expected: string, value: Json): Error =>
  nodeErrors.NODE_INPUT_TYPE({ input, expected, got: describeValue(value) });

function listOf({ target, current }: Operands): readonly Json[] {
  if (current === null) return [];
  if (!Array.isArray(current)) throw wrongType(target, 'a list', current);
  return current;
}

function numberOf(name: string, value: Json): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw wrongType(name, 'a number', value);
  return number;
}

/** The empty value of the same type. */
function cleared(value: Json): Json {
  if (Array.isArray(value)) return [];
  if (isJsonObject(value)) return {};
  if (typeof value === 'string') return '';
  if (typeof value === 'number') return 0;
  return typeof value === 'boolean' ? false : null;
}

const arithmetic =
  (compute: (left: number, right: number) => number) =>
  (operands: Operands): number => {
    const { target, current, source } = operands;
    const result = compute(numberOf(target, current ?? 0), numberOf('source_value', source));
    if (Number.isFinite(result)) return result;
    throw nodeErrors.NUMBER_OUT_OF_RANGE({ input: target, reason: 'the result is not a finite number' });
  };

function extend(operands: Operands): Json {
  if (!Array.isArray(operands.source)) throw wrongType('source_value', 'a list', operands.source);
  return [...listOf(operands), ...operands.source];
}

function divide(operands: Operands): Json {
  if (numberOf('source_value', operands.source) === 0) {
    throw nodeErrors.NUMBER_OUT_OF_RANGE({ input: operands.target, reason: 'division by zero' });
  }
  return arithmetic((left, right) => left / right)(operands);
}

const OPERATIONS: Readonly<Record<Operation, (operands: Operands) => Json>> = {
  set: ({ source }) => source,
  clear: ({ current }) => cleared(current),
  append: (operands) => [...listOf(operands), operands.source],
  extend,
  remove_first: (operands) => listOf(operands).slice(1),
  remove_last: (operands) => listOf(operands).slice(0, -1),
  add: arithmetic((left, right) => left + right),
  subtract: arithmetic((left, right) => left - right),
  multiply: arithmetic((left, right) => left * right),
  divide,
};

/**
 * The new value of a variable. A variable that is null counts as an empty list or as zero.
 * @throws NODE_INPUT_TYPE, NUMBER_OUT_OF_RANGE
 */
export const applyOperation = (operation: Operation, operands: Operands): Json =>
  OPERATIONS[operation](operands);
