import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { h, nextTick } from 'vue';
import UiProvider from '../UiProvider.vue';
import ConfirmDialog from './ConfirmDialog.vue';

const buttonNamed = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find((button) => button.textContent?.trim() === name);

describe('ConfirmDialog', () => {
  it('asks for the word before it lets the destruction happen', async () => {
    let confirmed = 0;
    const wrapper = mount(UiProvider, {
      props: { language: 'en' },
      slots: {
        default: () =>
          h(ConfirmDialog, {
            open: true,
            title: 'Delete it?',
            confirmLabel: 'Delete',
            typedWord: 'my flow',
            onConfirm: () => (confirmed += 1),
          }),
      },
      attachTo: document.body,
    });
    await nextTick();
    const dialog = document.querySelector('[role="dialog"]');
    expect(dialog?.textContent).toContain('Delete it?');
    expect(buttonNamed('Delete')?.disabled).toBe(true);
    const input = dialog?.querySelector('input');
    if (input) input.value = 'my flow';
    input?.dispatchEvent(new Event('input'));
    await nextTick();
    buttonNamed('Delete')?.click();
    expect(confirmed).toBe(1);
    wrapper.unmount();
  });
});
