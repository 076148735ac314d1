import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { createI18n } from 'vue-i18n';
import messages from '../locales/en.json';
import MockOutput from './MockOutput.vue';

const i18n = createI18n({ legacy: false, locale: 'en', messages: { en: { editor: messages } } });
const show = (props: InstanceType<typeof MockOutput>['$props']) =>
  mount(MockOutput, { props, global: { plugins: [i18n] } });

describe('a mock output', () => {
  it('takes over the outputs of the last run, and is removed again', async () => {
    const panel = show({ pinned: undefined, last: { text: 'hi' } });
    await panel.get('button').trigger('click');
    expect(panel.emitted('update')).toEqual([[{ text: 'hi' }]]);
    await panel.setProps({ pinned: { text: 'hi' } });
    expect(panel.get('textarea').element.value).toBe('{\n  "text": "hi"\n}');
    await panel.findAll('button').at(-1)?.trigger('click');
    expect(panel.emitted('update')?.at(-1)).toEqual([undefined]);
  });

  it('keeps the last valid one while what is typed is no JSON object', async () => {
    const panel = show({ pinned: { a: 1 }, last: null });
    await panel.get('textarea').setValue('{ "a": ');
    expect(panel.emitted('update')).toBeUndefined();
    expect(panel.text()).toContain('not a JSON object');
    await panel.get('textarea').setValue('{ "a": 2 }');
    expect(panel.emitted('update')).toEqual([[{ a: 2 }]]);
  });
});
