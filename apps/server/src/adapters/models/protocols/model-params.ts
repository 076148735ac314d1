import type { JsonObject } from '@heddle/model';
import type { ChatTraits } from '../presets/preset';

/** Leaves out and renames parameters as the provider, and its rules for this model, want it. */
export function fittedParams(params: JsonObject, traits: ChatTraits, model: string): JsonObject {
  const sets = [traits, ...traits.per_model.filter(({ match }) => match.test(model))];
  const omitted = new Set(sets.flatMap(({ omit }) => omit ?? []));
  const renamed = Object.assign({}, ...sets.map(({ rename }) => rename)) as Record<string, string>;
  const entries = Object.entries(params).filter(([name, value]) => value !== undefined && !omitted.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [renamed[name] ?? name, value]));
}
