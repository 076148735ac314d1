import { mount } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { computed, defineComponent, h, nextTick, provide, ref, type Ref } from 'vue';
import { createI18n } from 'vue-i18n';
import type { VariableGroup } from '../../document/upstream-variables';
import { NODE_FORM } from './node-form';
import TemplateInput from './TemplateInput.vue';

const groups: VariableGroup[] = [
  {
    id: 'llm',
    kind: 'node',
    label: 'Summarise',
    nodeType: 'llm',
    variables: [
      { path: 'llm.text', name: 'text', type: 'string', title: null },
      { path: 'llm.usage', name: 'usage', type: 'object', title: null },
    ],
  },
];

function mountInput(text: Ref<string>) {
  const Host = defineComponent({
    setup() {
      provide(NODE_FORM, {
        node: computed(() => ({ id: 'n', type: 'answer', label: '', position: { x: 0, y: 0 }, config: {} })),
        mode: computed(() => 'chatflow' as const),
        flowId: computed(() => 'flow'),
        groups: computed(() => groups),
        insideGroups: computed(() => groups),
        known: computed(() => new Set(['llm.text', 'llm.usage'])),
        localNames: computed(() => []),
        update: () => undefined,
      });
      return () =>
        h(TemplateInput, {
          modelValue: text.value,
          'onUpdate:modelValue': (next: string) => (text.value = next),
          'aria-label': 'Answer',
        });
    },
  });
  const i18n = createI18n({
    legacy: false,
    locale: 'en',
    missingWarn: false,
    fallbackWarn: false,
    messages: {},
  });
  return mount(Host, { global: { plugins: [i18n] }, attachTo: document.body });
}

async function type(wrapper: ReturnType<typeof mountInput>, text: string): Promise<void> {
  const area = wrapper.get('textarea').element;
  area.value = text;
  area.setSelectionRange(text.length, text.length);
  await wrapper.get('textarea').trigger('input');
  await nextTick();
}

const options = (): string[] =>
  [...document.querySelectorAll('[role="option"]')].map((option) => option.textContent?.trim() ?? '');

describe('a field for text with references', () => {
  let wrapper: ReturnType<typeof mountInput>;
  afterEach(() => wrapper.unmount());

  it('offers variables after two braces and narrows them while typing', async () => {
    wrapper = mountInput(ref(''));
    await type(wrapper, 'Say {{');
    await vi.waitFor(() => expect(options()).toHaveLength(2));
    await type(wrapper, 'Say {{ us');
    await vi.waitFor(() => expect(options()).toEqual([expect.stringContaining('usage')]));
  });

  it('completes with Enter and closes', async () => {
    const text = ref('');
    wrapper = mountInput(text);
    await type(wrapper, 'Say {{ te');
    await vi.waitFor(() => expect(options()).toHaveLength(1));
    await wrapper.get('textarea').trigger('keydown', { key: 'Enter' });
    expect(text.value).toBe('Say {{ llm.text }}');
    await vi.waitFor(() => expect(options()).toHaveLength(0));
  });

  it('leaves Enter to a word that is being composed', async () => {
    const text = ref('');
    wrapper = mountInput(text);
    await type(wrapper, '{{ te');
    await vi.waitFor(() => expect(options()).toHaveLength(1));
    await wrapper.get('textarea').trigger('keydown', { key: 'Enter', isComposing: true });
    expect(text.value).toBe('{{ te');
  });

  it('marks references that name nothing', async () => {
    wrapper = mountInput(ref('{{ llm.text }} and {{ gone.x }}'));
    expect(wrapper.findAll('mark').map((mark) => mark.classes())).toEqual([['is-known'], ['is-unknown']]);
  });
});
