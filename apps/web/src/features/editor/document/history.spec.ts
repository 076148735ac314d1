import { describe, expect, it } from 'vitest';
import { edgesOf, sampleCatalogue, sampleFlow } from '../testing/sample-flow';
import { removeNodes } from './edge-commands';
import { emptyHistory, HISTORY_LIMIT, recordStep, redoStep, undoStep, type Versioned } from './history';
import { moveNodes, renameNode, setEnvelope, updateConfig } from './node-commands';
import { setVariables } from './variable-commands';

const open = (): Versioned => ({
  document: sampleFlow(['start:start', 'a', 'b', 'c'], ['start>a', 'a>b', 'b>c']),
  history: emptyHistory,
});
const label = { key: 'step' };

describe('history', () => {
  it('restores the very same document when a removal in the middle is undone', () => {
    const before = open();
    const removed = recordStep(before, removeNodes(before.document, sampleCatalogue, ['a', 'c']), {
      label,
      at: 0,
    });
    expect(edgesOf(removed.document)).toEqual(['start>b']);
    expect(undoStep(removed).document).toEqual(before.document);
    expect(redoStep(undoStep(removed)).document).toEqual(removed.document);
  });

  it('undoes each kind of command', () => {
    const before = open();
    const commands = [
      moveNodes(before.document, new Map([['a', { x: 5, y: 6 }]])),
      renameNode(before.document, 'a', 'Other'),
      updateConfig(before.document, 'a', { path: ['text'], value: 'hello' }),
      setEnvelope(before.document, 'a', { on_error: 'branch', timeout_ms: 100 }),
      setVariables(before.document, {
        env: [{ name: 'key', type: 'string', value: 'x' }],
        conversation: [],
      }),
    ];
    for (const document of commands) {
      const after = recordStep(before, document, { label, at: 0 });
      expect(after.document).not.toEqual(before.document);
      expect(undoStep(after).document).toEqual(before.document);
    }
  });

  it('makes quick edits of one field one step', () => {
    const before = open();
    const type = (state: Versioned, value: string, at: number): Versioned =>
      recordStep(state, updateConfig(state.document, 'a', { path: ['text'], value }), {
        label,
        mergeKey: 'a.text',
        at,
      });
    const typed = type(type(type(before, 'h', 0), 'he', 500), 'hey', 1_200);
    expect(typed.history.past).toHaveLength(1);
    expect(undoStep(typed).document).toEqual(before.document);
    expect(type(typed, 'hey!', 2_300).history.past).toHaveLength(2);
  });

  it('forgets a step that quick edits took back themselves', () => {
    const before = open();
    const named = recordStep(before, renameNode(before.document, 'a', 'x'), { label, mergeKey: 'n', at: 0 });
    const back = recordStep(named, renameNode(named.document, 'a', 'a'), { label, mergeKey: 'n', at: 10 });
    expect(back.history.past).toHaveLength(0);
  });

  it('records nothing when a command changes nothing', () => {
    const before = open();
    expect(recordStep(before, renameNode(before.document, 'a', 'a'), { label, at: 0 })).toBe(before);
  });

  it('forgets what could be redone when something new is done', () => {
    const before = open();
    const once = recordStep(before, renameNode(before.document, 'a', 'x'), { label, at: 0 });
    const other = recordStep(undoStep(once), renameNode(before.document, 'b', 'y'), { label, at: 5_000 });
    expect(other.history.future).toHaveLength(0);
    expect(redoStep(other)).toBe(other);
  });

  it('keeps a bounded number of steps', () => {
    let state = open();
    for (let count = 0; count < HISTORY_LIMIT + 20; count += 1) {
      state = recordStep(state, renameNode(state.document, 'a', `name ${count}`), { label, at: count });
    }
    expect(state.history.past).toHaveLength(HISTORY_LIMIT);
  });

  it('keeps the identity of everything that a step leaves alone', () => {
    const before = open();
    const after = recordStep(before, renameNode(before.document, 'a', 'x'), { label, at: 0 });
    const undone = undoStep(after).document;
    expect(undone.nodes[2]).toBe(before.document.nodes[2]);
    expect(undone.edges).toBe(before.document.edges);
  });
});
