import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import JsonTree from './JsonTree.vue';

describe('JsonTree', () => {
  it('draws only the rows in view, however many there are', () => {
    const value = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key_${index}`, index]));
    const wrapper = mount(JsonTree, { props: { value } });
    expect(wrapper.findAll('[role="treeitem"]').length).toBeLessThan(50);
    expect(wrapper.text()).toContain('key_0');
  });

  it('opens and closes with a click and with the keyboard', async () => {
    const wrapper = mount(JsonTree, { props: { value: { outer: { middle: { inner: 1 } } } } });
    expect(wrapper.text()).not.toContain('inner');
    await wrapper.findAll('[role="treeitem"]')[2]?.trigger('click');
    expect(wrapper.text()).toContain('inner');
    const tree = wrapper.get('[role="tree"]');
    await tree.trigger('keydown', { key: 'Home' });
    await tree.trigger('keydown', { key: 'ArrowLeft' });
    expect(wrapper.findAll('[role="treeitem"]')).toHaveLength(1);
  });

  it('starts anew when the value changes', async () => {
    const wrapper = mount(JsonTree, { props: { value: { a: { b: { c: 1 } } } as unknown } });
    await wrapper.findAll('[role="treeitem"]')[2]?.trigger('click');
    await wrapper.setProps({ value: { other: true } });
    expect(wrapper.text()).toContain('other');
    expect(wrapper.findAll('[role="treeitem"]')).toHaveLength(2);
  });
});
