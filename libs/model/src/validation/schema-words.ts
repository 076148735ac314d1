import type { Json, JsonObject } from '../json';
import type { LocalizedText } from '../localized';
import { describeValue } from '../values/value-type';

const MAX_LISTED = 20;
const thousands = (value: number): string => value.toLocaleString('en-US');
const bound = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;

interface Bounds {
  readonly low: number | undefined;
  readonly high: number | undefined;
}

function describeNumber(noun: LocalizedText, { low, high }: Bounds, unit: string): LocalizedText {
  if (low !== undefined && high !== undefined) {
    const range = `${thousands(low)}-${thousands(high)}${unit}`;
    return { en: range, zh: range };
  }
  if (low !== undefined) {
    const least = `${thousands(low)}${unit}`;
    return { en: `${noun.en} of at least ${least}`, zh: `不小于 ${least} 的${noun.zh}` };
  }
  if (high === undefined) return { en: `${noun.en}${unit}`, zh: `${noun.zh}${unit}` };
  const most = `${thousands(high)}${unit}`;
  return { en: `${noun.en} up to ${most}`, zh: `不大于 ${most} 的${noun.zh}` };
}

function describeSize(noun: LocalizedText, unit: LocalizedText, { low, high }: Bounds): LocalizedText {
  if (high !== undefined) {
    const range = `${thousands(low ?? 0)}-${thousands(high)}`;
    return { en: `${noun.en} of ${range} ${unit.en}`, zh: `${range} ${unit.zh}的${noun.zh}` };
  }
  if (low === undefined || low <= 0) return noun;
  return {
    en: `${noun.en} of at least ${thousands(low)} ${unit.en}`,
    zh: `至少 ${thousands(low)} ${unit.zh}的${noun.zh}`,
  };
}

function describeChoices(choices: readonly Json[]): LocalizedText {
  const listed = choices.slice(0, MAX_LISTED).map((choice) => String(choice));
  if (listed.length === 1) return { en: `'${listed.join('')}'`, zh: `“${listed.join('')}”` };
  return { en: `one of ${listed.join(', ')}`, zh: `${listed.join('、')} 之一` };
}

const between = (schema: JsonObject, low: string, high: string): Bounds => ({
  low: bound(schema[low]),
  high: bound(schema[high]),
});

function describeOne(schema: JsonObject, unit: string): LocalizedText {
  const choices = schema['enum'] ?? ('const' in schema ? [schema['const'] ?? null] : undefined);
  if (Array.isArray(choices)) return describeChoices(choices);
  switch (schema['type']) {
    case 'integer':
      return describeNumber(
        { en: 'a whole number', zh: '整数' },
        between(schema, 'minimum', 'maximum'),
        unit,
      );
    case 'number':
      return describeNumber({ en: 'a number', zh: '数字' }, between(schema, 'minimum', 'maximum'), unit);
    case 'string': {
      const size = between(schema, 'minLength', 'maxLength');
      return describeSize({ en: 'text', zh: '文本' }, { en: 'characters', zh: '个字符' }, size);
    }
    case 'array': {
      const size = between(schema, 'minItems', 'maxItems');
      return describeSize({ en: 'a list', zh: '列表' }, { en: 'items', zh: '项' }, size);
    }
    case 'object':
      return { en: 'an object', zh: '对象' };
    case 'boolean':
      return { en: 'true or false', zh: 'true 或 false' };
    default:
      return { en: 'a value', zh: '一个值' };
  }
}

const joined = (texts: readonly string[], or: string): string => [...new Set(texts)].join(or);

/** Says in words what a schema wants: `1-3,600,000 ms`, `GET, POST`, `a list`; undefined when it wants nothing. */
export function describeSchemas(schemas: readonly JsonObject[], field: string): LocalizedText | undefined {
  if (schemas.length === 0) return undefined;
  const unit = field.endsWith('_ms') ? ' ms' : '';
  const words = schemas.map((schema) => describeOne(schema, unit));
  return {
    en: joined(
      words.map(({ en }) => en),
      ' or ',
    ),
    zh: joined(
      words.map(({ zh }) => zh),
      ' 或 ',
    ),
  };
}

const CHINESE_KIND: Readonly<Record<string, string>> = { number: '数字', boolean: '布尔值', object: '对象' };

/** Says in words what was found where something else was expected. */
export function describeFound(value: unknown): LocalizedText {
  if (value === undefined) return { en: 'nothing', zh: '空' };
  const en = describeValue(value);
  if (value === null) return { en, zh: 'null' };
  if (Array.isArray(value)) return { en, zh: `${value.length} 项的列表` };
  if (typeof value === 'string') return { en, zh: en.replace(/^text '(.*)'$/s, '文本“$1”') };
  const kind = CHINESE_KIND[typeof value] ?? typeof value;
  return { en, zh: typeof value === 'object' ? kind : `${kind} ${String(value)}` };
}
