/** The type of a variable, as flows declare it. */
export type ScalarType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'file' | 'secret' | 'any';
/** A variable's type: a scalar, or a list of one. */
export type ValueType = ScalarType | `array[${ScalarType}]`;

/** Every type a flow may declare, in the order that pickers show them. */
export const VALUE_TYPES: readonly ValueType[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array[string]',
  'array[number]',
  'array[boolean]',
  'array[object]',
  'array[any]',
  'file',
  'array[file]',
  'secret',
  'any',
];

const ELEMENT_PATTERN = /^array\[(\w+)\]$/;

/** The element type of a list type, undefined for scalars. */
export const elementType = (type: ValueType): ScalarType | undefined =>
  ELEMENT_PATTERN.exec(type)?.[1] as ScalarType | undefined;

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const SCALAR_CHECKS: Readonly<Record<ScalarType, (value: unknown) => boolean>> = {
  any: () => true,
  string: (value) => typeof value === 'string',
  secret: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isPlainObject,
  file: isPlainObject,
};

/** Whether a value is of a type; null belongs to `any` only. */
export function matchesType(value: unknown, type: ValueType): boolean {
  const element = elementType(type);
  if (element === undefined) return SCALAR_CHECKS[type as ScalarType](value);
  return Array.isArray(value) && value.every((item) => SCALAR_CHECKS[element](item));
}

/** Names the type of a value in words, for messages: "expected a list, got text 'abc…'". */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return `text '${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`;
  return typeof value === 'object' ? 'an object' : `${typeof value} ${String(value)}`;
}

/** Whether an output of one type may feed a field of another without surprise. */
export function isAssignable(from: ValueType, to: ValueType): boolean {
  if (from === to || from === 'any' || to === 'any') return true;
  if (from === 'integer' && to === 'number') return true;
  if (from === 'file' && to === 'object') return true;
  const [fromItem, toItem] = [elementType(from), elementType(to)];
  return fromItem !== undefined && toItem !== undefined && isAssignable(fromItem, toItem);
}
