import { describe, expect, it } from 'vitest';
import type { Messages } from './i18n';
import { LOCALES } from './locale';

const locales = import.meta.glob<Messages>(['../locales/*.json', '../../features/*/locales/*.json'], {
  import: 'default',
  eager: true,
});
const sources = import.meta.glob<string>(['../../**/*.{ts,vue}', '!../../**/*.spec.ts'], {
  import: 'default',
  query: '?raw',
  eager: true,
});

/** Texts by key and language, with the keys as the code writes them: `flows.create.title`. */
function collect(): Map<string, Map<string, string>> {
  const texts = new Map<string, Map<string, string>>();
  for (const [path, messages] of Object.entries(locales)) {
    const [, feature = 'app'] = /features\/([^/]+)\//.exec(path) ?? [];
    const locale = /([^/]+)\.json$/.exec(path)?.[1] ?? '';
    for (const [key, text] of flatten(messages, feature)) {
      texts.set(key, (texts.get(key) ?? new Map<string, string>()).set(locale, text));
    }
  }
  return texts;
}

function flatten(messages: Messages, prefix: string): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value]] : flatten(value, `${prefix}.${key}`),
  );
}

const texts = collect();
const code = Object.values(sources).join('\n');
const CALL = String.raw`\b(?:t|te|translate|hasText)\(\s*`;
const staticKeys = [...code.matchAll(new RegExp(`${CALL}'([^']+)'`, 'g'))].map((match) => match[1] ?? '');
/** `runs.status.${status}` stands for every key that fits. */
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`))
      .join('[^.]+')}$`,
  );
const calledTemplates = [...code.matchAll(new RegExp(`${CALL}\`([^\`]+)\``, 'g'))].map(
  (match) => match[1] ?? '',
);
/** Keys put together first and translated later. */
const looseTemplates = [...code.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`\s]*)`/g)].map(
  (match) => match[1] ?? '',
);
const patterns = [...calledTemplates, ...looseTemplates].map(patternOf);
const quoted = new Set([...code.matchAll(/['"]([a-z][\w-]*(?:\.[\w-]+)+)['"]/g)].map((match) => match[1]));

describe('locale files', () => {
  it('say everything in every language', () => {
    const gaps = [...texts].flatMap(([key, byLocale]) =>
      LOCALES.filter((locale) => (byLocale.get(locale) ?? '').trim() === '').map(
        (locale) => `${locale}: ${key}`,
      ),
    );
    expect(gaps).toEqual([]);
  });

  it('use the same placeholders in every language', () => {
    const placeholders = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ');
    const differing = [...texts].filter(
      ([, byLocale]) => new Set([...byLocale.values()].map(placeholders)).size > 1,
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('have every key that the code asks for', () => {
    const missing = staticKeys.filter((key) => !texts.has(key));
    const unmatched = calledTemplates.filter((template) => {
      const pattern = patternOf(template);
      return ![...texts.keys()].some((key) => pattern.test(key));
    });
    expect([...missing, ...unmatched]).toEqual([]);
  });

  it('have no key that nothing asks for', () => {
    const unused = [...texts.keys()].filter(
      (key) => !quoted.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });
});
