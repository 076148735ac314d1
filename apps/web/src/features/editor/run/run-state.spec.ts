import type { JsonObject } from '@heddle/model';
import { describe, expect, it } from 'vitest';
import { applyRunEvents, idleRun, isRunning, type WireRunEvent } from './run-state';

let seq = 0;
const event = (type: string, nodeId: string | null, data: JsonObject = {}): WireRunEvent => {
  seq += 1;
  const base = { type, run_id: 'run', seq, at: 1_000 + seq, data };
  return nodeId === null ? base : { ...base, node_id: nodeId, attempt: 1 };
};

describe('run state', () => {
  it('follows nodes from start to end, with tokens and the way taken', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, cost: 0 };
    const state = applyRunEvents(idleRun, [
      event('run.started', null, { inputs: { topic: 'cats' } }),
      event('node.started', 'llm', { title: 'LLM', node_type: 'llm' }),
      event('node.chunked', 'llm', { output: 'text', text: 'He', is_answer: false }),
      event('node.chunked', 'llm', { output: 'text', text: 'y', is_answer: false }),
    ]);
    expect(state.byNode.get('llm')?.status).toBe('running');
    expect(state.byNode.get('llm')?.streamed).toEqual({ text: 'Hey' });
    expect(isRunning(state)).toBe(true);

    const done = applyRunEvents(state, [
      event('node.finished', 'llm', { outputs: { text: 'Hey' }, handle: 'source', elapsed_ms: 12, usage }),
      event('run.finished', null, {
        status: 'succeeded',
        outputs: { a: 1 },
        error: null,
        usage,
        elapsed_ms: 20,
      }),
    ]);
    expect(done.byNode.get('llm')).toMatchObject({ status: 'succeeded', elapsedMs: 12, usage });
    expect(done).toMatchObject({ status: 'succeeded', outputs: { a: 1 }, elapsedMs: 20 });
    expect(isRunning(done)).toBe(false);
  });

  it('remembers of all attempts how long the first one was in line', () => {
    const begun = { title: 'LLM', node_type: 'llm' };
    const state = applyRunEvents(idleRun, [
      event('node.started', 'llm', { ...begun, queued_ms: 7 }),
      event('node.retried', 'llm', { error: { code: 'X', message: '' }, delay_ms: 1, elapsed_ms: 1 }),
      event('node.started', 'llm', begun),
    ]);
    expect(state.byNode.get('llm')?.queuedMs).toBe(7);
  });

  it('joins the answer in order, apart from what nodes stream for themselves', () => {
    const state = applyRunEvents(idleRun, [
      event('node.chunked', 'answer', { output: 'text', text: 'Hello ', is_answer: true }),
      event('node.chunked', 'llm', { output: 'text', text: 'draft', is_answer: false }),
      event('node.chunked', 'answer', { output: 'text', text: 'you', is_answer: true }),
    ]);
    expect(state.answer).toBe('Hello you');
  });

  it('takes back what a node had answered before it was tried again', () => {
    const state = applyRunEvents(idleRun, [
      event('node.chunked', 'answer', { output: 'text', text: '> half', is_answer: true }),
      event('node.chunked', 'answer', { output: 'text', text: '> ', is_answer: true, is_replacement: true }),
      event('node.chunked', 'answer', { output: 'text', text: 'whole', is_answer: true }),
    ]);
    expect(state.answer).toBe('> whole');
  });

  it('tells failures that end the run from those that a policy caught', () => {
    const error = { code: 'HTTP_FAILED', message: 'no' };
    const state = applyRunEvents(idleRun, [
      event('node.failed', 'a', { error, elapsed_ms: 1, policy: 'branch', handle: 'error' }),
      event('node.failed', 'b', { error, elapsed_ms: 1, policy: 'fail' }),
    ]);
    expect(state.byNode.get('a')).toMatchObject({ status: 'exception', handle: 'error' });
    expect(state.byNode.get('b')).toMatchObject({ status: 'failed', error });
  });

  it('forgets the text of an attempt that is retried', () => {
    const state = applyRunEvents(idleRun, [
      event('node.started', 'llm'),
      event('node.chunked', 'llm', { output: 'text', text: 'half', is_answer: false }),
      event('node.retried', 'llm', { error: { code: 'X', message: '' }, delay_ms: 1, elapsed_ms: 1 }),
    ]);
    expect(state.byNode.get('llm')).toMatchObject({ attempt: 2, streamed: {}, status: 'running' });
  });

  it('leaves no node running when the run was stopped', () => {
    const state = applyRunEvents(idleRun, [
      event('node.started', 'a'),
      event('run.finished', null, { status: 'stopped', outputs: {}, error: null, elapsed_ms: 1 }),
    ]);
    expect(state.byNode.get('a')?.status).toBe('stopped');
    expect(state.executions[0]?.status).toBe('stopped');
  });

  it('ignores events that come again after a reconnect', () => {
    const chunk = event('node.chunked', 'answer', { output: 'text', text: 'once', is_answer: true });
    const state = applyRunEvents(applyRunEvents(idleRun, [chunk]), [chunk]);
    expect(state.answer).toBe('once');
  });

  it('keeps the identity of nodes that a batch does not mention', () => {
    const before = applyRunEvents(idleRun, [event('node.started', 'a'), event('node.started', 'b')]);
    const after = applyRunEvents(before, [event('node.finished', 'b', { outputs: {}, handle: 'source' })]);
    expect(after.byNode.get('a')).toBe(before.byNode.get('a'));
    expect(after.byNode.get('b')).not.toBe(before.byNode.get('b'));
  });

  it('keeps the rounds of a container apart', () => {
    const at = (path: (string | number)[]): WireRunEvent => ({ ...event('node.started', 'inner'), path });
    const state = applyRunEvents(idleRun, [at(['loop', 0]), at(['loop', 1])]);
    expect(state.executions.map(({ key }) => key)).toEqual(['inner@loop/0', 'inner@loop/1']);
  });
});
