const MAC_LABELS: Readonly<Record<string, string>> = {
  Ctrl: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '⏎',
  Backspace: '⌫',
};

/** Splits a key combination into the labels of its keys, in the platform's writing. */
export function keyLabels(combination: string, isMac: boolean): readonly string[] {
  const keys = combination.split('+').map((key) => (key === '' ? '+' : key));
  return isMac ? keys.map((key) => MAC_LABELS[key] ?? key) : keys;
}
