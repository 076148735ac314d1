import { readonly, ref, type Ref } from 'vue';
import { storedChoice } from '../stored-choice';

/** Themes to choose from; `system` follows the device. */
export const THEMES = ['light', 'dark', 'system'] as const;
/** One of {@link THEMES}. */
export type Theme = (typeof THEMES)[number];

const choice = storedChoice('heddle.theme', THEMES);
const theme = ref<Theme>(choice.read() ?? 'system');

/** The chosen theme, and how to choose another. */
export function useTheme(): { readonly theme: Readonly<Ref<Theme>>; setTheme(next: Theme): void } {
  return { theme: readonly(theme), setTheme };
}

function setTheme(next: Theme): void {
  theme.value = next;
  document.documentElement.dataset['theme'] = next;
  choice.write(next);
}
