import {
  describeValue,
  elementType,
  isJsonObject,
  type Json,
  type JsonObject,
  matchesType,
  ownValue,
  type ValueType,
} from '@heddle/model';
import type { ParameterConfig, ParameterType } from './schema';

/** Parameters as they were found, and why not all of them were. */
export interface FoundParameters {
  readonly values: JsonObject;
  /** Null when nothing is missing or wrong. */
  readonly reason: string | null;
}

type Reader = (value: Json) => Json | undefined;

function toNumber(value: Json): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function toInteger(value: Json): number | undefined {
  const number = toNumber(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

/** Reads of a scalar what can be meant by it. */
const READERS: Readonly<Record<string, Reader>> = {
  number: toNumber,
  integer: toInteger,
  boolean: (value) =>
    typeof value === 'object' ? undefined : ownValue(WORDS, String(value).trim().toLowerCase()),
  string: (value) => (value === null || typeof value === 'object' ? undefined : String(value)),
  object: (value) => (isJsonObject(value) ? value : undefined),
};

/** Reads of a scalar what Dify reads. */
const DIFY_READERS: Readonly<Record<string, Reader>> = {
  number: (value) => (typeof value === 'boolean' ? Number(value) : toNumber(value)),
  integer: (value) => (typeof value === 'boolean' ? Number(value) : toInteger(value)),
  boolean: (value) => (typeof value === 'boolean' || typeof value === 'number' ? Boolean(value) : undefined),
  string: (value) => (typeof value === 'string' ? value : undefined),
  object: (value) => (isJsonObject(value) ? value : undefined),
};

const scalarOf = (type: ParameterType): string => (type === 'select' ? 'string' : type);

/** A value as its type has it; undefined when it cannot be one. Dify leaves out the items that do not fit a list. */
function readValue(value: Json, type: ParameterType, isDify: boolean): Json | undefined {
  const readers = isDify ? DIFY_READERS : READERS;
  const element = elementType(scalarOf(type) as ValueType);
  if (element === undefined) return ownValue(readers, scalarOf(type))?.(value);
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item) => ownValue(readers, element)?.(item));
  const fitting = items.filter((item): item is Json => item !== undefined);
  return isDify || fitting.length === items.length ? fitting : undefined;
}

const chosen = (value: Json, options: readonly string[]): string | undefined =>
  options.find((option) => option === value) ??
  options.find((option) => typeof value === 'string' && option.toLowerCase() === value.trim().toLowerCase());

function wrong({ name, type, options }: ParameterConfig, value: Json): string {
  const expected = options.length > 0 ? `one of ${options.join(', ')}` : type;
  return `${name} is ${describeValue(value)}, expected ${expected}`;
}

/** Reads one parameter leniently: what the model means counts. */
function readParameter(parameter: ParameterConfig, said: Json): { value: Json; reason?: string } {
  const { name, type, options, required } = parameter;
  if (said === null) return required ? { value: null, reason: `${name} is missing` } : { value: null };
  const read = readValue(said, type, false);
  const value = read !== undefined && options.length > 0 && type !== 'object' ? chosen(read, options) : read;
  return value === undefined ? { value: null, reason: wrong(parameter, said) } : { value };
}

/** What stands for a parameter that Dify has not found. */
function difyDefault(type: ParameterType): Json {
  if (elementType(type as ValueType) !== undefined) return [];
  if (type === 'number' || type === 'integer') return 0;
  if (type === 'boolean') return false;
  return type === 'object' ? {} : '';
}

/** Why Dify calls an extraction failed: it wants every parameter, and each of exactly its type. */
function difyReason(parameters: readonly ParameterConfig[], said: JsonObject): string | null {
  const count = Object.keys(said).length;
  if (count !== parameters.length) return `${count} parameters were found, expected ${parameters.length}`;
  for (const parameter of parameters) {
    const value = ownValue(said, parameter.name);
    if (value === undefined) return `${parameter.name} is missing`;
    const { options, type } = parameter;
    const isChoice = options.length === 0 || (typeof value === 'string' && options.includes(value));
    if (!isChoice || !matchesType(value, scalarOf(type) as ValueType)) return wrong(parameter, value);
  }
  return null;
}

function asDifyReads(parameters: readonly ParameterConfig[], said: JsonObject): FoundParameters {
  const values = parameters.map(({ name, type }) => {
    const value = ownValue(said, name);
    const read = value === undefined ? undefined : readValue(value, type, true);
    return [name, read ?? difyDefault(type)] as const;
  });
  return { values: Object.fromEntries(values), reason: difyReason(parameters, said) };
}

/** Reads the parameters out of what a model said; those it did not find are null, or what Dify puts in their place. */
export function readParameters(
  parameters: readonly ParameterConfig[],
  said: JsonObject,
  isDifyCompatible: boolean,
): FoundParameters {
  if (isDifyCompatible) return asDifyReads(parameters, said);
  const read = parameters.map((parameter) => ({
    name: parameter.name,
    ...readParameter(parameter, ownValue(said, parameter.name) ?? null),
  }));
  const reasons = read.flatMap(({ reason }) => reason ?? []);
  return {
    values: Object.fromEntries(read.map(({ name, value }) => [name, value])),
    reason: reasons.length > 0 ? reasons.join('; ') : null,
  };
}
