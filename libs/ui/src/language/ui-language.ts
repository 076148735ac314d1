import { computed, inject, provide, ref, type ComputedRef, type InjectionKey, type Ref } from 'vue';
import { UI_MESSAGES, type UiMessages } from './messages';

/** Languages that the kit speaks. */
export type UiLanguage = 'en' | 'zh';

const LANGUAGE: InjectionKey<Readonly<Ref<UiLanguage>>> = Symbol('ui-language');

/** Sets the language of every kit component below the caller. */
export function provideUiLanguage(language: Readonly<Ref<UiLanguage>>): void {
  provide(LANGUAGE, language);
}

/** The language that the surrounding app chose; English where none was provided. */
export function useUiLanguage(): Readonly<Ref<UiLanguage>> {
  return inject(LANGUAGE, () => ref<UiLanguage>('en'), true);
}

/** The kit's own few words, such as "Close" and "Copy". */
export function useUiMessages(): ComputedRef<UiMessages> {
  const language = useUiLanguage();
  return computed(() => UI_MESSAGES[language.value]);
}
