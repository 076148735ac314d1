import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import NumberField from './NumberField.vue';

function mountField(props: { min?: number; max?: number; isInteger?: boolean } = {}) {
  const wrapper = mount(NumberField, {
    props: {
      ...props,
      modelValue: 3 as number | undefined,
      'onUpdate:modelValue': (value: number | undefined) => void wrapper.setProps({ modelValue: value }),
    },
  });
  const input = wrapper.get('input');
  return { wrapper, input };
}

describe('NumberField', () => {
  it('lets a number pass through illegal states while it is typed', async () => {
    const { wrapper, input } = mountField({ min: 10, max: 20 });
    await input.setValue('1');
    expect(input.element.value).toBe('1');
    await input.setValue('15');
    await input.trigger('blur');
    expect(wrapper.props('modelValue')).toBe(15);
  });

  it('leaves a legal number behind', async () => {
    const { wrapper, input } = mountField({ max: 20, isInteger: true });
    await input.setValue('99.7');
    await input.trigger('blur');
    expect(input.element.value).toBe('20');
    expect(wrapper.props('modelValue')).toBe(20);
  });

  it('is undefined when emptied and steps with the arrow keys', async () => {
    const { wrapper, input } = mountField();
    await input.trigger('keydown', { key: 'ArrowUp' });
    expect(wrapper.props('modelValue')).toBe(4);
    await input.setValue('');
    expect(wrapper.props('modelValue')).toBeUndefined();
  });
});
