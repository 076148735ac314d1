import type { z } from 'zod';
import { isJsonObject, type Json } from '../json';
import type { LocalizedText } from '../localized';
import { configSchemaOf, schemaAlternatives, schemaAt, schemaStep } from './config-schema';
import { describeFound, describeSchemas } from './schema-words';

/** A field of a config that is not as its schema wants. */
export interface ConfigProblem {
  readonly path: string;
  readonly expected: LocalizedText;
  readonly got: LocalizedText;
}

/** Writes the place of a config field: `cases[0].conditions[1].right`. */
export function formatConfigPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((item, step) => {
    if (Array.isArray(item) && typeof step === 'number') return item[step];
    return isJsonObject(item) && Object.hasOwn(item, step) ? item[String(step)] : undefined;
  }, value);
}

/** Puts schema findings into words: the place, what belongs there, what was found. */
export function describeConfigProblems(
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): ConfigProblem[] {
  const root = configSchemaOf(schema);
  return issues.map((issue) => {
    const field = String(issue.path.at(-1) ?? '');
    const described = describeSchemas(schemaAt(root, issue.path), field);
    const isOwnRule = issue.code === 'custom' || issue.code === 'invalid_format' || !described;
    return {
      path: formatConfigPath(issue.path),
      expected: isOwnRule ? { en: issue.message, zh: issue.message } : described,
      got: describeFound(valueAt(value, issue.path)),
    };
  });
}

const isTyped = (schema: Json | undefined): boolean => isJsonObject(schema) && Object.keys(schema).length > 0;

/** Lists keys of a config that its schema does not know; they are kept, but mean nothing. */
export function findUnknownKeys(
  schema: z.ZodType,
  config: unknown,
): { path: string; key: string; known: string[] }[] {
  const root = configSchemaOf(schema);
  const found: { path: string; key: string; known: string[] }[] = [];
  const waiting = [
    { value: config, schemas: schemaAlternatives(root, root), path: [] as (string | number)[] },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, schemas, path } = next;
    if (schemas.length === 0) continue;
    if (Array.isArray(value)) {
      value.forEach((item: unknown, index) => {
        waiting.push({ value: item, schemas: schemaStep(schemas, index, root), path: [...path, index] });
      });
      continue;
    }
    if (!isJsonObject(value)) continue;
    const shapes = schemas.map((item) => item['properties']).filter(isJsonObject);
    const isOpen =
      shapes.length === 0 ||
      schemas.some((item) => isTyped(item['additionalProperties']) || Object.keys(item).length === 0);
    const known = [...new Set(shapes.flatMap((shape) => Object.keys(shape)))];
    for (const [key, item] of Object.entries(value)) {
      if (known.includes(key)) {
        waiting.push({ value: item, schemas: schemaStep(schemas, key, root), path: [...path, key] });
      } else if (!isOpen) {
        found.push({ path: formatConfigPath([...path, key]), key, known });
      }
    }
  }
  return found;
}
