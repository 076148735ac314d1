import type { ChatRequest } from '@heddle/engine';
import type { Json, JsonObject } from '@heddle/model';

type Settings = Pick<ChatRequest, 'temperature' | 'topP' | 'maxTokens' | 'stop' | 'seed'>;

const NUMBERS = [
  ['temperature', 'temperature'],
  ['top_p', 'topP'],
  ['max_tokens', 'maxTokens'],
  ['seed', 'seed'],
] as const;
const KNOWN: ReadonlySet<string> = new Set([...NUMBERS.map(([name]) => name), 'stop']);

const stopWords = (value: Json | undefined): readonly string[] | undefined => {
  const words = [value ?? []].flat().filter((word) => typeof word === 'string');
  return words.length > 0 ? words : undefined;
};

/** A model's own settings, put beneath a request; what no request can say goes along in the provider's words. */
export function withDefaults(
  request: ChatRequest,
  defaults: JsonObject,
): { readonly request: ChatRequest; readonly params: JsonObject } {
  const settings: { -readonly [Name in keyof Settings]: Settings[Name] } = {};
  for (const [name, field] of NUMBERS) {
    const value = defaults[name];
    if (typeof value === 'number') settings[field] = value;
  }
  const stop = stopWords(defaults['stop']);
  if (stop) settings.stop = stop;
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const params = Object.fromEntries(Object.entries(defaults).filter(([name]) => !KNOWN.has(name)));
  return { request: { ...settings, ...(given as unknown as ChatRequest) }, params };
}
