import { flowDocumentSchema } from '@heddle/model';
import { describe, expect, it } from 'vitest';
import { compareDocuments, countChanges } from './compared-document';
import { lineChanges } from './text-changes';

const node = (id: string, more: object = {}) => ({ id, type: 'template_transform', ...more });
const edge = (id: string, source: string, target: string) => ({ id, source, target });
const read = (nodes: object[], edges: object[]) => flowDocumentSchema.parse({ nodes, edges });

describe('compareDocuments', () => {
  it('draws what is gone beside what is there, and marks both', () => {
    const before = read([node('a'), node('b'), node('c')], [edge('1', 'a', 'b'), edge('2', 'b', 'c')]);
    const after = read(
      [node('a', { config: { text: 'x' } }), node('c', { position: { x: 8, y: 0 } }), node('d')],
      [edge('1', 'a', 'c')],
    );
    const { document, marks, changes } = compareDocuments(before, after);
    expect(document.nodes.map(({ id }) => id)).toEqual(['a', 'c', 'd', 'b']);
    expect(document.edges.map(({ id }) => id)).toEqual(['1', 'gone:1', 'gone:2']);
    expect(Object.fromEntries(marks)).toEqual({
      a: 'changed',
      d: 'added',
      b: 'removed',
      '1': 'added',
      'gone:1': 'removed',
      'gone:2': 'removed',
    });
    expect(countChanges(changes)).toBe(6);
  });

  it('puts what is gone beside what took its place', () => {
    const { document } = compareDocuments(read([node('old')], []), read([node('new')], []));
    expect(document.nodes.map(({ id, position }) => [id, position.y])).toEqual([
      ['new', 0],
      ['old', 120],
    ]);
  });

  it('marks a node that became another type as changed', () => {
    const { marks } = compareDocuments(read([node('a')], []), read([node('a', { type: 'code' })], []));
    expect(Object.fromEntries(marks)).toEqual({ a: 'changed' });
  });
});

describe('lineChanges', () => {
  it('shows changed lines with a little around them', () => {
    const text = Array.from({ length: 12 }, (_, index) => `line ${index}`);
    const changed = text.with(6, 'other');
    expect(
      lineChanges(text.join('\n'), changed.join('\n')).map(({ kind, text: line }) => [kind, line]),
    ).toEqual([
      ['gap', '…'],
      ['same', 'line 4'],
      ['same', 'line 5'],
      ['removed', 'line 6'],
      ['added', 'other'],
      ['same', 'line 7'],
      ['same', 'line 8'],
      ['gap', '…'],
    ]);
  });

  it('shows a text that is new as added lines alone', () => {
    expect(lineChanges('', 'a\nb')).toEqual([
      { kind: 'added', text: 'a' },
      { kind: 'added', text: 'b' },
    ]);
  });
});
