import { describe, expect, it } from 'vitest';
import { bindingFor, KEYMAP, keysOf, type PressedKey } from './keymap';

const press = (key: string, held: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});
const actionOf = (key: string, held: Partial<PressedKey> = {}) => bindingFor(press(key, held))?.action;

describe('keymap', () => {
  it('tells combinations apart', () => {
    expect(actionOf('z', { ctrlKey: true })).toBe('undo');
    expect(actionOf('Z', { ctrlKey: true, shiftKey: true })).toBe('redo');
    expect(actionOf('z')).toBeUndefined();
  });

  it('takes Command for Ctrl', () => {
    expect(actionOf('s', { metaKey: true })).toBe('save');
  });

  it('does not mind how a sign is written on the keyboard', () => {
    expect(actionOf('?', { shiftKey: true })).toBe('shortcuts');
    expect(actionOf('+', { shiftKey: true })).toBe('zoom_in');
    expect(actionOf('+')).toBe('zoom_in');
  });

  it('knows a letter by its key where Alt changes the sign', () => {
    expect(actionOf('ˇ', { code: 'KeyT', shiftKey: true, altKey: true })).toBe('tidy');
  });

  it('gives every combination one meaning', () => {
    const keys = KEYMAP.map((binding) => binding.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keysOf('redo')).toBe('Ctrl+Shift+Z');
  });
});
