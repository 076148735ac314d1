import { diffLines } from 'diff';
import type { Json } from '@heddle/model';

/** A line of a comparison; `gap` stands for lines left out because they are the same. */
export interface LineChange {
  readonly kind: 'same' | 'added' | 'removed' | 'gap';
  readonly text: string;
}

/** Lines that are kept around a change. */
const CONTEXT = 2;
/** More changes than this are not worth searching for: one side then stands below the other. */
const MAX_EDITS = 2_000;

/** Writes a value as people compare it: texts as they are, everything else as indented JSON. */
export const comparableText = (value: Json | undefined): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
};

const linesOf = (kind: LineChange['kind'], text: string): LineChange[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => ({ kind, text: line }));

function kindOf(part: { readonly added: boolean; readonly removed: boolean }): LineChange['kind'] {
  if (part.added) return 'added';
  return part.removed ? 'removed' : 'same';
}

/** Leaves out what is far from every change. */
function shorten(lines: readonly LineChange[]): LineChange[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    for (let offset = -CONTEXT; offset <= CONTEXT; offset += 1) near.add(index + offset);
  });
  return lines.flatMap((line, index) => {
    if (near.has(index)) return [line];
    return near.has(index - 1) || index === 0 ? [{ kind: 'gap', text: '…' } as const] : [];
  });
}

/** Compares two texts line by line. */
export function lineChanges(before: string, after: string): LineChange[] {
  const parts = diffLines(before, after, { maxEditLength: MAX_EDITS });
  if (!parts) return [...linesOf('removed', before), ...linesOf('added', after)];
  return shorten(parts.flatMap((part) => linesOf(kindOf(part), part.value)));
}
