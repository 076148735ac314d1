import { expect, it } from 'vitest';
import { keyLabels } from './key-labels';

it('writes keys the way the platform does', () => {
  expect(keyLabels('Ctrl+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
  expect(keyLabels('Ctrl+Shift+Z', true)).toEqual(['⌘', '⇧', 'Z']);
});
