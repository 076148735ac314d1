import { computed, type ComputedRef } from 'vue';
import { createI18n } from 'vue-i18n';
import type { UiLanguage } from '@heddle/ui';
import { detectLocale, localeChoice, uiLanguageOf, type Locale } from './locale';
import { messageFiles } from './message-files';

/** A tree of texts, as a locale file holds it. */
export interface Messages {
  [key: string]: string | Messages;
}

/** The app's translator; components take it by `useI18n()`. */
export const i18n = createI18n({
  legacy: false,
  locale: localeChoice.read() ?? detectLocale(navigator.languages),
  fallbackLocale: false,
  missingWarn: false,
  fallbackWarn: false,
  messages: {} as Record<string, Messages>,
});

const loaded = new Map<string, Promise<void>>();
const wanted = new Set<string>();

/** The language in use. */
export const currentLocale = computed(() => i18n.global.locale.value as Locale);

/** The language in use as the kit and node definitions name it. */
export const uiLanguage: ComputedRef<UiLanguage> = computed(() => uiLanguageOf(currentLocale.value));

/** Loads the texts of features, in the language in use, before a page that needs them is shown. */
export async function loadMessages(features: readonly string[]): Promise<void> {
  for (const feature of features) wanted.add(feature);
  await Promise.all(features.map((feature) => loadFeature(feature, currentLocale.value)));
}

/** Changes the language without losing the state of the page: its texts are there before the switch. */
export async function setLocale(locale: Locale): Promise<void> {
  await Promise.all([...wanted].map((feature) => loadFeature(feature, locale)));
  i18n.global.locale.value = locale;
  document.documentElement.lang = locale;
  localeChoice.write(locale);
}

/** Translates outside components; inside, use `useI18n()`. */
export const translate = (key: string, values: Record<string, unknown> = {}): string =>
  i18n.global.t(key, values);

/** Whether the language in use has a text. */
export const hasText = (key: string): boolean => i18n.global.te(key);

function loadFeature(feature: string, locale: Locale): Promise<void> {
  const key = `${locale}/${feature}`;
  const pending = loaded.get(key) ?? fetchFeature(feature, locale);
  loaded.set(key, pending);
  pending.catch(() => loaded.delete(key));
  return pending;
}

async function fetchFeature(feature: string, locale: Locale): Promise<void> {
  const load = messageFiles(feature, locale);
  if (!load) return;
  i18n.global.mergeLocaleMessage(locale, { [feature]: await load() });
}
