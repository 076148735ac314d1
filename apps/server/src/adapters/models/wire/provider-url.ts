import type { ProviderCall } from '../protocols/model-protocol';

const PLACEHOLDER = /\{(\w+)\}/g;

type Values = Readonly<Record<string, unknown>>;

function filled(template: string, values: Values, encode: (text: string) => string): string {
  return template.replaceAll(PLACEHOLDER, (_match, name: string) => {
    const value = values[name];
    return typeof value === 'string' || typeof value === 'number' ? encode(String(value)) : '';
  });
}

/** The address of what a provider offers: a path of the preset below the base URL, filled in, with the preset's query. */
export function providerUrl({ target, traits }: ProviderCall, path: string): URL {
  const values = { ...traits.settings, ...target.extraConfig, model: target.model };
  const base = target.baseURL.replace(/[?#].*$/s, '').replace(/\/*$/, '/');
  const url = new URL(filled(path, values, encodeURIComponent), base);
  for (const [name, template] of Object.entries(traits.query)) {
    const value = filled(template, values, String);
    if (value !== '') url.searchParams.set(name, value);
  }
  return url;
}
