import { parseConfigPath } from '../document/config-path';

const FOCUSABLE = 'input, textarea, select, button, [contenteditable="true"]';
const INVALID = '[aria-invalid="true"], [data-invalid="true"]';

/** Shows and focuses the control that edits a place of the config, as exactly as the form marks its rows. */
export function focusField(form: HTMLElement, path: string): void {
  const keys = parseConfigPath(path).filter((step) => typeof step === 'string');
  let row: HTMLElement | null = null;
  for (const key of keys) {
    const inner: HTMLElement | null = (row ?? form).querySelector(`[data-field="${CSS.escape(key)}"]`);
    if (!inner) break;
    row = inner;
  }
  if (!row) return;
  row.scrollIntoView({ block: 'center' });
  const control = row.querySelector<HTMLElement>(INVALID) ?? row.querySelector<HTMLElement>(FOCUSABLE);
  control?.focus({ preventScroll: true });
}
