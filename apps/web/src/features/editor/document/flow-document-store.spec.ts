import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleFlow } from '../testing/sample-flow';
import { useFlowDocument } from './flow-document-store';
import { renameNode } from './node-commands';

describe('the document store', () => {
  beforeEach(() => setActivePinia(createPinia()));

  it('counts what changed, forwards and back', () => {
    const store = useFlowDocument();
    store.open(sampleFlow(['a'], []));
    expect(store.revision).toBe(0);
    expect(store.run((document) => renameNode(document, 'a', 'b'), { label: { key: 'rename' } })).toBe(true);
    expect(store.undoLabel).toEqual({ key: 'rename' });
    expect(store.undo()).toBe(true);
    expect(store.redoLabel).toEqual({ key: 'rename' });
    expect(store.undo()).toBe(false);
    expect(store.revision).toBe(2);
    expect(store.nodes[0]?.label).toBe('a');
  });

  it('does not count a command that changed nothing', () => {
    const store = useFlowDocument();
    store.open(sampleFlow(['a'], []));
    expect(store.run((document) => document, { label: { key: 'nothing' } })).toBe(false);
    expect(store.revision).toBe(0);
    expect(store.undoLabel).toBeNull();
  });
});
