/** The tile that stands for a provider: its first letter on a colour of our own, the same each time. */
export interface ProviderMark {
  readonly letter: string;
  /** A CSS colour on which white is legible. */
  readonly colour: string;
}

const COLOURS = ['llm', 'io', 'agent', 'logic', 'http', 'knowledge', 'memory', 'transform', 'loop', 'human'];

/** The {@link ProviderMark} of a kind of provider. */
export function providerMark(type: string, name: string): ProviderMark {
  const sum = [...type].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7);
  const letter = ([...name.trim()][0] ?? [...type][0] ?? '?').toUpperCase();
  return { letter, colour: `var(--category-${COLOURS[sum % COLOURS.length] ?? 'tool'})` };
}
