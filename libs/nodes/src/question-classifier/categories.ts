import type { NodeContext } from '@heddle/engine';
import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { readStructured } from '../chat-model/structured-answer';
import type { CategoryConfig } from './schema';

/** A category with its texts filled in. */
export interface Category {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** What the model calls it. */
  readonly key: string;
}

/** What a model says when no category fits. */
export const NONE = 'none';

const MAX_KEY_LENGTH = 60;

/** Names tell a model more than ids do, as long as they are short and distinct. */
function canBeKeys(names: readonly string[]): boolean {
  const distinct = new Set(names.map((name) => name.toLowerCase()));
  const isShort = (name: string): boolean => name !== '' && name.length <= MAX_KEY_LENGTH && !/\n/.test(name);
  return distinct.size === names.length && names.every(isShort);
}

/** Fills in what categories are called and about. */
export function filledCategories(
  categories: readonly CategoryConfig[],
  { variables, isDifyCompatible }: Pick<NodeContext, 'variables' | 'isDifyCompatible'>,
): Category[] {
  const filled = categories.map((category, index) => {
    const name = variables.text(category.name).trim();
    const label = category.label || (isDifyCompatible ? `CLASS ${index + 1}` : name);
    return { id: category.id, name, label, description: variables.text(category.description).trim() };
  });
  const isByName = canBeKeys(filled.map(({ name }) => name));
  return filled.map((category) => ({ ...category, key: isByName ? category.name : category.id }));
}

/** The JSON Schema of a choice. */
export const choiceSchema = (categories: readonly Category[], canBeNone: boolean): JsonObject => ({
  type: 'object',
  properties: {
    category: { type: 'string', enum: [...categories.map(({ key }) => key), ...(canBeNone ? [NONE] : [])] },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
  },
  required: ['category', 'confidence'],
  additionalProperties: false,
});

/** What a model has chosen. */
export interface Choice {
  readonly category: Category;
  /** From 0 to 1; null when the model does not say. */
  readonly confidence: number | null;
}

function named(categories: readonly Category[], said: Json | undefined): Category | undefined {
  if (typeof said !== 'string' && typeof said !== 'number') return undefined;
  const word = String(said).trim().toLowerCase();
  const isCalled = (part: 'id' | 'key' | 'name') => (category: Category) =>
    category[part].toLowerCase() === word;
  return (
    categories.find(isCalled('key')) ?? categories.find(isCalled('id')) ?? categories.find(isCalled('name'))
  );
}

function confidenceOf(said: Json | undefined): number | null {
  const number = typeof said === 'string' ? Number.parseFloat(said) : said;
  return typeof number === 'number' && Number.isFinite(number) ? Math.min(1, Math.max(0, number)) : null;
}

/** Keys under which models say what they chose, the surest first. */
const CHOICE_KEYS = ['category_id', 'category', 'category_name'] as const;

/** Reads an answer, JSON or the bare word; undefined when it names no category. */
export function readChoice(text: string, categories: readonly Category[]): Choice | undefined {
  const reading = readStructured(text, {});
  const value = reading.isValid ? reading.value : text;
  if (!isJsonObject(value)) {
    const category = named(categories, value);
    return category && { category, confidence: null };
  }
  for (const key of CHOICE_KEYS) {
    const category = named(categories, value[key]);
    if (category) return { category, confidence: confidenceOf(value['confidence']) };
  }
  return undefined;
}
