/** What keys can do in the editor. */
export type EditorAction =
  | 'save'
  | 'run'
  | 'undo'
  | 'redo'
  | 'remove'
  | 'duplicate'
  | 'select_all'
  | 'add'
  | 'open'
  | 'close'
  | 'rename'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'fit'
  | 'zoom_reset'
  | 'zoom_in'
  | 'zoom_out'
  | 'tidy'
  | 'shortcuts';

/** A combination of keys and what it does. */
export interface KeyBinding {
  /** As `Ctrl+Shift+Z`; Ctrl is Command on a Mac. */
  readonly keys: string;
  readonly action: EditorAction;
  /** Where it counts: `everywhere` in text fields too, `canvas` only while nothing beside the canvas has the focus. */
  readonly scope: 'everywhere' | 'editor' | 'canvas';
  /** Left out of the list of shortcuts: a second way to the same. */
  readonly isAlias?: boolean;
}

/** Every key of the editor; tooltips and the list of shortcuts read it too. */
export const KEYMAP: readonly KeyBinding[] = [
  { keys: 'Ctrl+S', action: 'save', scope: 'everywhere' },
  { keys: 'Ctrl+Enter', action: 'run', scope: 'everywhere' },
  { keys: 'Ctrl+Z', action: 'undo', scope: 'editor' },
  { keys: 'Ctrl+Shift+Z', action: 'redo', scope: 'editor' },
  { keys: 'Ctrl+Y', action: 'redo', scope: 'editor', isAlias: true },
  { keys: 'Ctrl+D', action: 'duplicate', scope: 'canvas' },
  { keys: 'Delete', action: 'remove', scope: 'canvas' },
  { keys: 'Backspace', action: 'remove', scope: 'canvas', isAlias: true },
  { keys: 'Ctrl+A', action: 'select_all', scope: 'canvas' },
  { keys: 'N', action: 'add', scope: 'editor' },
  { keys: 'Enter', action: 'open', scope: 'canvas' },
  { keys: 'F2', action: 'rename', scope: 'editor' },
  { keys: 'Escape', action: 'close', scope: 'editor' },
  { keys: 'ArrowLeft', action: 'left', scope: 'canvas' },
  { keys: 'ArrowRight', action: 'right', scope: 'canvas' },
  { keys: 'ArrowUp', action: 'up', scope: 'canvas' },
  { keys: 'ArrowDown', action: 'down', scope: 'canvas' },
  { keys: '1', action: 'fit', scope: 'editor' },
  { keys: '0', action: 'zoom_reset', scope: 'editor' },
  { keys: '+', action: 'zoom_in', scope: 'editor' },
  { keys: '=', action: 'zoom_in', scope: 'editor', isAlias: true },
  { keys: '-', action: 'zoom_out', scope: 'editor' },
  { keys: 'Shift+Alt+T', action: 'tidy', scope: 'editor' },
  { keys: '?', action: 'shortcuts', scope: 'editor' },
];

/** The keys of an action, for tooltips. */
export const keysOf = (action: EditorAction): string | undefined =>
  KEYMAP.find((binding) => binding.action === action && !binding.isAlias)?.keys;

/** The parts of a key event that the keymap looks at. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Signs that Shift is needed for on some keyboards and not on others. */
const SHIFT_FREE: ReadonlySet<string> = new Set(['+', '?', '=']);

function matches({ keys }: KeyBinding, event: PressedKey): boolean {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  const key = parts.at(-1) ?? '';
  const needs = (name: string): boolean => parts.includes(name);
  if (needs('Ctrl') !== (event.ctrlKey || event.metaKey)) return false;
  if (needs('Alt') !== event.altKey) return false;
  if (!SHIFT_FREE.has(key) && needs('Shift') !== event.shiftKey) return false;
  // With Alt held a letter key writes another sign on a Mac; the key itself is still the same.
  return event.key.toLowerCase() === key.toLowerCase() || (key.length === 1 && event.code === `Key${key}`);
}

/** Finds what a pressed key does; undefined for keys that mean nothing. */
export const bindingFor = (event: PressedKey): KeyBinding | undefined =>
  KEYMAP.find((binding) => matches(binding, event));
