import type { UiLanguage } from '@heddle/ui';
import { storedChoice } from '../stored-choice';

/** Languages of the app, as BCP 47 tags. */
export const LOCALES = ['en', 'zh-CN'] as const;
/** One of {@link LOCALES}. */
export type Locale = (typeof LOCALES)[number];

/** How each language names itself; the same in every language. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', 'zh-CN': '简体中文' };

/** The choice that outlives the page; read by the inline script too. */
export const localeChoice = storedChoice('heddle.language', LOCALES);

/** The first of the reader's languages that the app speaks. */
export function detectLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred) {
    if (/^zh\b/i.test(tag)) return 'zh-CN';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

/** The short name that the kit and the node definitions use. */
export const uiLanguageOf = (locale: Locale): UiLanguage => (locale === 'zh-CN' ? 'zh' : 'en');
