import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replayRun, rerun } from '../api/runs-api';
import type { WireRunEvent } from './run-state';
import { useRunStream } from './run-stream-store';

vi.mock('../api/runs-api', () => ({
  replayRun: vi.fn(),
  rerun: vi.fn(),
  runDraft: vi.fn(),
  stopRun: vi.fn(),
}));

const started = (runId: string): WireRunEvent => ({
  type: 'run.started',
  run_id: runId,
  seq: 1,
  at: 5,
  data: { inputs: {} },
});
const nodeStarted = (runId: string): WireRunEvent => ({
  type: 'node.started',
  run_id: runId,
  seq: 2,
  at: 6,
  node_id: 'a',
  attempt: 1,
  data: {},
});
const finished = (runId: string): WireRunEvent => ({
  type: 'run.finished',
  run_id: runId,
  seq: 3,
  at: 9,
  data: { status: 'succeeded', outputs: {} },
});

async function* flowOf(events: readonly WireRunEvent[]): AsyncGenerator<WireRunEvent> {
  await Promise.resolve();
  yield* events;
}

beforeEach(() => setActivePinia(createPinia()));

describe('runs that began earlier', () => {
  it('shows one that was cut off as interrupted, and lets others begin', async () => {
    vi.mocked(replayRun).mockReturnValueOnce(flowOf([started('old'), nodeStarted('old')]));
    const stream = useRunStream();
    await stream.open('old');
    expect(stream.openedRunId).toBe('old');
    expect(stream.current).toMatchObject({ runId: 'old', status: 'interrupted' });
    expect(stream.isBusy).toBe(false);
  });

  it('becomes a run of its own when it is repeated', async () => {
    vi.mocked(replayRun).mockReturnValueOnce(flowOf([started('old'), finished('old')]));
    vi.mocked(rerun).mockReturnValueOnce(flowOf([started('new'), finished('new')]));
    const stream = useRunStream();
    await stream.open('old');
    const body = { from_node_id: 'a', overrides: { a: { text: 'edited' } } };
    await stream.rerun('old', body);
    expect(vi.mocked(rerun).mock.calls[0]?.slice(0, 2)).toEqual(['old', body]);
    expect(stream.current).toMatchObject({ runId: 'new', status: 'succeeded' });
    expect(stream.openedRunId).toBeNull();
  });
});
