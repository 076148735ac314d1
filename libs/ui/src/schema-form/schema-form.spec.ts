import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { defineComponent, h, ref } from 'vue';
import { provideUiLanguage, type UiLanguage } from '../language/ui-language';
import UiProvider from '../UiProvider.vue';
import { type FormControlProps } from './form-control';
import { writeAt, type FieldIssue, type FieldPath } from './field-path';
import type { JsonSchema } from './json-schema';
import SchemaForm from './SchemaForm.vue';

const schema: JsonSchema = {
  type: 'object',
  required: ['url'],
  properties: {
    url: { type: 'string', title: 'Address', title_zh: '地址' },
    retries: { type: 'integer', title: 'Retries', title_zh: '重试次数', minimum: 0, maximum: 5, default: 2 },
    mode: {
      type: 'string',
      enum: ['plain', 'custom'],
      default: 'plain',
      title: 'Mode',
      labels: { plain: { en: 'Plain', zh: '普通' }, custom: { en: 'Custom', zh: '自定义' } },
    },
    note: { type: 'string', title: 'Note', show_if: { field: 'mode', in: ['custom'] } },
    tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
    params: {
      type: 'array',
      title: 'Parameters',
      control: 'named-values',
      items: { type: 'object', properties: { name: { type: 'string' }, value: {} } },
    },
    isStrict: { type: 'boolean', title: 'Strict', default: false, is_advanced: true },
    internal: { type: 'string', title: 'Internal', control: 'hidden' },
    special: { type: 'string', title: 'Special', control: 'shout' },
  },
};

const Shout = defineComponent<FormControlProps>(
  (props) => () => h('output', String(props.modelValue).toUpperCase()),
  { props: ['field', 'modelValue', 'issues', 'disabled'] },
);

function mountForm(
  model: Record<string, unknown>,
  options: { issues?: FieldIssue[]; language?: UiLanguage } = {},
) {
  const updates: [FieldPath, unknown][] = [];
  const current = ref(model);
  const Host = defineComponent(() => {
    provideUiLanguage(ref(options.language ?? 'en'));
    return () =>
      h(SchemaForm, {
        schema,
        model: current.value,
        issues: options.issues ?? [],
        controls: { shout: { component: Shout } },
        onUpdate: (path: FieldPath, value: unknown) => {
          updates.push([path, value]);
          current.value = writeAt(current.value, path, value);
        },
      });
  });
  const wrapper = mount(UiProvider, {
    props: { language: options.language ?? 'en' },
    slots: { default: () => h(Host) },
    attachTo: document.body,
  });
  return { wrapper, updates, current };
}

describe('SchemaForm', () => {
  it('labels fields in the language in use and ties labels to controls', () => {
    const { wrapper } = mountForm({}, { language: 'zh' });
    const label = wrapper.findAll('label').find((candidate) => candidate.text().startsWith('地址'));
    expect(wrapper.find(`#${label?.attributes('for')}`).element.tagName).toBe('INPUT');
    wrapper.unmount();
  });

  it('emits one update per change, with the path of what changed', async () => {
    const { wrapper, updates } = mountForm({ tags: ['a', 'b'], params: [{ name: 'q', value: '1' }] });
    await wrapper.get('input[aria-label="Tags 2"]').setValue('c');
    await wrapper.get('input[aria-label="Parameters 1: Value"]').setValue('2');
    expect(updates).toEqual([
      [['tags', 1], 'c'],
      [['params', 0, 'value'], '2'],
    ]);
    wrapper.unmount();
  });

  it('adds and removes items of a list', async () => {
    const { wrapper, current } = mountForm({ tags: ['a', 'b'] });
    await wrapper.get('[data-field="tags"] button[aria-label="Remove"]').trigger('click');
    expect(current.value).toEqual({ tags: ['b'] });
    const add = wrapper.findAll('[data-field="tags"] button').find((button) => button.text() === 'Add');
    await add?.trigger('click');
    expect(current.value).toEqual({ tags: ['b', ''] });
    wrapper.unmount();
  });

  it('shows defaults until something else is chosen', () => {
    const { wrapper } = mountForm({});
    expect(wrapper.get<HTMLInputElement>('[role="spinbutton"]').element.value).toBe('2');
    wrapper.unmount();
  });

  it('follows show_if, hides hidden fields and folds advanced ones', () => {
    const plain = mountForm({}).wrapper;
    expect(plain.text()).not.toContain('Note');
    expect(plain.text()).not.toContain('Internal');
    expect(plain.text()).not.toContain('Strict');
    plain.unmount();
    const custom = mountForm({ mode: 'custom' }).wrapper;
    expect(custom.text()).toContain('Note');
    custom.unmount();
  });

  it('opens the advanced fields when one of them has an issue', () => {
    const { wrapper } = mountForm({}, { issues: [{ path: 'isStrict', message: 'Decide.' }] });
    expect(wrapper.text()).toContain('Decide.');
    wrapper.unmount();
  });

  it('shows an issue at the field it belongs to and marks its control', () => {
    const { wrapper } = mountForm(
      { tags: ['a', 'b'] },
      {
        issues: [
          { path: 'url', message: 'This is no address.' },
          { path: 'tags[1]', message: 'Twice.' },
        ],
      },
    );
    const input = wrapper.get('[aria-invalid="true"]');
    const described = input.attributes('aria-describedby') ?? '';
    expect(wrapper.get(`#${described.split(' ')[0]}`).text()).toBe('This is no address.');
    expect(wrapper.text().match(/Twice\./g)).toHaveLength(1);
    wrapper.unmount();
  });

  it("prefers the app's controls and falls back to the type where one is unknown", () => {
    const { wrapper } = mountForm({ special: 'hey' });
    expect(wrapper.get('output').text()).toBe('HEY');
    wrapper.unmount();
  });
});
