import { parseReferencePath, REFERENCE_PATTERN, type ReferencePath } from './reference';

/** A piece of a text field: literal text, or a reference to fill in. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reference'; readonly path: ReferencePath };

const CACHE_LIMIT = 5_000;
const cache = new Map<string, readonly TemplatePart[]>();

function parse(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE_PATTERN)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push({ kind: 'reference', path: parseReferencePath(match[1] ?? '') });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** Splits a text field into literals and references; parsed once per distinct text. */
export function parseTemplate(text: string): readonly TemplatePart[] {
  const known = cache.get(text);
  if (known) return known;
  const parts = parse(text);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(text, parts);
  return parts;
}
