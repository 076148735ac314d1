import type { RunEvent, VariableChange } from '@heddle/model';
import { RunFold } from './run-fold';

const STAMP = { runId: 'run', at: 0, attempt: 1 };

const finished = (seq: number, changes: readonly VariableChange[]): RunEvent => ({
  ...STAMP,
  type: 'node.finished',
  seq,
  nodeId: 'set',
  data: { outputs: {}, handle: 'source', elapsed_ms: 0, changes },
});

describe('what a run leaves in its conversation', () => {
  const fold = new RunFold();
  fold.apply({
    ...STAMP,
    type: 'run.started',
    seq: 1,
    data: { inputs: {}, sys: {}, conversation: { mood: 'old' } },
  });

  it('is nothing that a called flow does to variables of its own', () => {
    fold.apply(finished(2, [{ scope: 'conversation', name: 'mood', value: 'theirs', is_local: true }]));
    expect(fold).toMatchObject({ conversation: { mood: 'old' }, hasConversationChanges: false });
  });

  it('is what its own nodes assign', () => {
    fold.apply(finished(3, [{ scope: 'conversation', name: 'mood', value: 'new' }]));
    expect(fold).toMatchObject({ conversation: { mood: 'new' }, hasConversationChanges: true });
  });
});
