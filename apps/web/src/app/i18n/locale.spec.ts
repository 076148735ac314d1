import { describe, expect, it } from 'vitest';
import { INLINE_SCRIPT } from '../theme/inline-script';
import { detectLocale } from './locale';

describe('detectLocale', () => {
  it('takes the first language that the app speaks', () => {
    expect(detectLocale(['fr-FR', 'zh-TW', 'en'])).toBe('zh-CN');
    expect(detectLocale(['de', 'en-GB', 'zh'])).toBe('en');
    expect(detectLocale(['zhx', 'xx'])).toBe('en');
  });
});

describe('the inline script', () => {
  const runScript = (): void => {
    // eslint-disable-next-line no-eval -- the page runs it as text too
    (0, eval)(INLINE_SCRIPT);
  };

  it('sets the stored theme and language before anything is drawn', () => {
    localStorage.setItem('heddle.theme', 'dark');
    localStorage.setItem('heddle.language', 'zh-CN');
    runScript();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(document.documentElement.lang).toBe('zh-CN');
  });

  it('follows the device when nothing sensible is stored', () => {
    localStorage.setItem('heddle.theme', 'neon');
    localStorage.removeItem('heddle.language');
    runScript();
    expect(document.documentElement.dataset['theme']).toBe('system');
    expect(['en', 'zh-CN']).toContain(document.documentElement.lang);
  });

  it('is small and closes no tag', () => {
    expect(INLINE_SCRIPT.length).toBeLessThan(450);
    expect(INLINE_SCRIPT).not.toMatch(/<\//);
  });
});
