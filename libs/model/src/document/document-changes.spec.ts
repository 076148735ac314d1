import { documentChanges } from './document-changes';
import { fieldChanges } from './field-changes';
import { flowDocumentSchema } from './flow-document';

const read = (document: object) => flowDocumentSchema.parse(document);
const node = (id: string, more: object = {}) => ({ id, type: 'template_transform', label: id, ...more });

describe('documentChanges', () => {
  it('tells added, removed, changed and moved nodes apart, and leaves out the rest', () => {
    const before = read({
      nodes: [
        node('same', { config: { a: 1, b: { c: [1] } } }),
        node('gone'),
        node('edited', { config: { text: 'one', deep: { keep: 1 } } }),
        node('shifted'),
      ],
    });
    const after = read({
      nodes: [
        node('same', { config: { b: { c: [1] }, a: 1 } }),
        node('edited', { config: { text: 'two', deep: { keep: 1 } }, position: { x: 9, y: 9 } }),
        node('shifted', { position: { x: 5, y: 0 } }),
        node('new'),
      ],
    });
    expect(documentChanges(before, after).nodes).toEqual([
      {
        kind: 'changed',
        node_id: 'edited',
        type: 'template_transform',
        label: 'edited',
        fields: [{ path: 'config.text', before: 'one', after: 'two' }],
      },
      expect.objectContaining({ kind: 'moved', node_id: 'shifted' }),
      expect.objectContaining({ kind: 'added', node_id: 'new' }),
      expect.objectContaining({ kind: 'removed', node_id: 'gone' }),
    ]);
  });

  it('takes a connection that was drawn once more for the same one', () => {
    const before = read({
      edges: [
        { id: 'e1', source: 'a', target: 'b' },
        { id: 'e2', source: 'a', target: 'c', source_handle: 'no' },
      ],
    });
    const after = read({
      edges: [
        { id: 'e9', source: 'a', target: 'b', source_handle: 'source' },
        { id: 'e2', source: 'a', target: 'd', source_handle: 'no' },
      ],
    });
    expect(documentChanges(before, after).edges).toEqual([
      { kind: 'added', source: 'a', source_handle: 'no', target: 'd' },
      { kind: 'removed', source: 'a', source_handle: 'no', target: 'c' },
    ]);
  });

  it('shows a node whose type changed as another node', () => {
    const changes = documentChanges(
      read({ nodes: [node('n')] }),
      read({ nodes: [node('n', { type: 'code' })] }),
    );
    expect(changes.nodes.map(({ kind, type }) => [kind, type])).toEqual([
      ['removed', 'template_transform'],
      ['added', 'code'],
    ]);
  });

  it('compares variables by name', () => {
    const one = { name: 'one', type: 'string', value: '1' };
    const before = read({ variables: { env: [one], conversation: [] } });
    const after = read({
      variables: {
        env: [
          { ...one, name: 'zero' },
          { ...one, value: '2' },
        ],
        conversation: [],
      },
    });
    expect(documentChanges(before, after).settings).toEqual([
      { path: 'variables.env.one.value', before: '1', after: '2' },
      { path: 'variables.env.zero', after: { name: 'zero', type: 'string', value: '1' } },
    ]);
  });
});

describe('fieldChanges', () => {
  it('shows an item put between others as that item alone', () => {
    expect(fieldChanges({ list: ['a', 'c'] }, { list: ['a', 'b', 'c'] })).toEqual([
      { path: 'list[1]', after: 'b' },
    ]);
    expect(fieldChanges({ list: ['a', 'a'] }, { list: ['a'] })).toEqual([{ path: 'list[1]', before: 'a' }]);
  });

  it('tells nothing from null, and reads keys of user data as own keys', () => {
    expect(fieldChanges({ a: null }, {})).toEqual([{ path: 'a', before: null }]);
    expect(fieldChanges({}, { toString: 'x' })).toEqual([{ path: 'toString', after: 'x' }]);
  });
});
