/** A parsed reference: the namespace (a node id, `sys`, `env`, …), the variable, then the way into its value. */
export type ReferencePath = readonly [string, ...(string | number)[]];

const IDENTIFIER = '[\\p{L}\\p{N}_-]+';
const STEP = `(?:\\.${IDENTIFIER}|\\[\\d{1,9}\\]|\\["[^"\\]]{1,200}"\\])`;

/** Finds references in a text; group 1 is the path without braces. */
export const REFERENCE_PATTERN = new RegExp(`\\{\\{\\s*(${IDENTIFIER}${STEP}*)\\s*\\}\\}`, 'gu');

const STEP_PATTERN = new RegExp(
  `^${IDENTIFIER}|\\.(${IDENTIFIER})|\\[(\\d{1,9})\\]|\\["([^"\\]]{1,200})"\\]`,
  'gu',
);

/** Reads the inside of `{{ … }}`: `a.b[0]["c d"]` → `['a', 'b', 0, 'c d']`. */
export function parseReferencePath(text: string): ReferencePath {
  const path: (string | number)[] = [];
  for (const match of text.matchAll(STEP_PATTERN)) {
    if (match[2] !== undefined) path.push(Number(match[2]));
    else path.push(match[1] ?? match[3] ?? match[0]);
  }
  return path as unknown as ReferencePath;
}

/** Writes a path the way people type it, for messages and chips. */
export function formatReferencePath(path: ReferencePath): string {
  const [head, ...rest] = path;
  return rest.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return /^[\p{L}\p{N}_-]+$/u.test(step) ? `${text}.${step}` : `${text}["${step}"]`;
  }, head);
}
