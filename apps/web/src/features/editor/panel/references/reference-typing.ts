import { parseTemplate, type TemplatePart } from '@heddle/model';

/** A reference that somebody is typing: where its braces begin, and what stands in them so far. */
export interface OpenReference {
  readonly start: number;
  readonly query: string;
}

/** How far back the opening braces may be. */
const MAX_QUERY = 80;
const OPEN_PATTERN = /\{\{\s*([^{}\n]*)$/;

/** Finds the reference that the caret stands in, when it was opened and not closed yet. */
export function openReferenceAt(text: string, caret: number): OpenReference | null {
  const from = Math.max(0, caret - MAX_QUERY);
  const match = OPEN_PATTERN.exec(text.slice(from, caret));
  if (!match) return null;
  return { start: from + match.index, query: (match[1] ?? '').trim() };
}

/** A text with the caret in it. */
export interface TypedText {
  readonly text: string;
  readonly caret: number;
}

/** Completes the reference being typed, or puts a new one at the caret. */
export function insertReference({ text, caret }: TypedText, path: string): TypedText {
  const start = openReferenceAt(text, caret)?.start ?? caret;
  const after = text.slice(caret).replace(/^\s*\}\}/, '');
  const reference = `{{ ${path} }}`;
  return { text: `${text.slice(0, start)}${reference}${after}`, caret: start + reference.length };
}

/** A piece of a text field as it is drawn: plain, or a reference that is known or not. */
export interface MarkedPiece {
  readonly text: string;
  readonly mark: 'none' | 'known' | 'unknown';
}

/** Namespaces whose members are not declared anywhere. */
const OPEN_NAMESPACES: ReadonlySet<string> = new Set(['flow', 'item', 'index']);

const isKnown = (part: TemplatePart, known: ReadonlySet<string>, localNames: readonly string[]): boolean => {
  if (part.kind === 'text') return true;
  const [head, name] = part.path;
  if (OPEN_NAMESPACES.has(head)) return true;
  return name === undefined
    ? localNames.includes(head)
    : known.has(`${head}.${name}`) || known.has(`${head}.*`);
};

const REFERENCE_TEXT = /\{\{[^{}]*\}\}/y;

/** Splits a text into what is drawn behind it, so that references stand out and dead ones are seen. */
export function markReferences(
  text: string,
  known: ReadonlySet<string>,
  localNames: readonly string[] = [],
): MarkedPiece[] {
  let at = 0;
  return parseTemplate(text).map((part) => {
    if (part.kind === 'text') {
      at += part.text.length;
      return { text: part.text, mark: 'none' };
    }
    REFERENCE_TEXT.lastIndex = at;
    const raw = REFERENCE_TEXT.exec(text)?.[0] ?? '';
    at += raw.length;
    return { text: raw, mark: isKnown(part, known, localNames) ? 'known' : 'unknown' };
  });
}
