import { onBeforeUnmount, onMounted } from 'vue';
import { bindingFor, type EditorAction, type KeyBinding } from './keymap';

const EDITABLE = 'input, textarea, select, [contenteditable="true"]';
/** Dialogs and menus take their own keys. */
const OVERLAY = '[role="dialog"], [role="menu"], [role="listbox"]';

const isEditable = (target: Element): boolean => target.closest(EDITABLE) !== null;

/** Whether the focus leaves the canvas' keys to the canvas. */
function isOnCanvas(target: Element): boolean {
  return target === document.body || target.closest('.flow-canvas') !== null;
}

/** A button or link that has the focus answers to Enter itself. */
const isPressable = (target: Element): boolean => target.closest('button, a, [role="option"]') !== null;

function counts(binding: KeyBinding, event: KeyboardEvent, target: Element): boolean {
  if (binding.scope === 'everywhere') return true;
  if (isEditable(target) || target.closest(OVERLAY)) return false;
  if (binding.scope === 'editor') return true;
  return isOnCanvas(target) && !(event.key === 'Enter' && isPressable(target));
}

/** Routes keys through the one keymap. An action that answers false leaves the key to the browser. */
export function useEditorKeys(perform: (action: EditorAction) => boolean | void): void {
  /**
   * Undo in a text field first takes back typing, as everywhere; only when the field has nothing left to take back
   * does it go on to the flow.
   */
  function undoAfterField(field: EventTarget, action: 'undo' | 'redo'): void {
    let isTaken = false;
    const onInput = (): void => void (isTaken = true);
    field.addEventListener('input', onInput);
    setTimeout(() => {
      field.removeEventListener('input', onInput);
      if (!isTaken) perform(action);
    });
  }

  function onKeydown(event: KeyboardEvent): void {
    if (event.isComposing || event.defaultPrevented) return;
    const binding = bindingFor(event);
    const target = event.target instanceof Element ? event.target : document.body;
    if (!binding) return;
    if (
      (binding.action === 'undo' || binding.action === 'redo') &&
      isEditable(target) &&
      !target.closest(OVERLAY)
    ) {
      undoAfterField(target, binding.action);
      return;
    }
    if (!counts(binding, event, target)) return;
    if (perform(binding.action) !== false) event.preventDefault();
  }

  onMounted(() => document.addEventListener('keydown', onKeydown));
  onBeforeUnmount(() => document.removeEventListener('keydown', onKeydown));
}

/** Gives copy and paste to the canvas when neither a field nor a selection of text wants them. */
export function useClipboardKeys(handlers: {
  readonly copy: (event: ClipboardEvent) => boolean;
  readonly paste: (event: ClipboardEvent) => boolean;
}): void {
  const isOurs = (event: ClipboardEvent): boolean => {
    const target = event.target instanceof Element ? event.target : document.body;
    return !isEditable(target) && !target.closest(OVERLAY);
  };
  const onCopy = (event: ClipboardEvent): void => {
    if (isOurs(event) && (getSelection()?.isCollapsed ?? true)) handlers.copy(event);
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (isOurs(event)) handlers.paste(event);
  };
  onMounted(() => {
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
  });
  onBeforeUnmount(() => {
    document.removeEventListener('copy', onCopy);
    document.removeEventListener('paste', onPaste);
  });
}
