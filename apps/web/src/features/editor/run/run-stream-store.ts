import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { isAborted } from '@/app/api/api-error';
import {
  replayRun,
  rerun as rerunFrom,
  runDraft,
  stopRun,
  type RerunRequest,
  type RunRequest,
  type RunStreamOptions,
} from '../api/runs-api';
import { createFrameBatches } from './frame-batches';
import { applyRunEvents, idleRun, isRunning, type RunState, type WireRunEvent } from './run-state';

/** A run that was started here, with the message it answers. */
export interface RunEntry {
  readonly id: number;
  readonly query: string | null;
  readonly state: RunState;
}

/** Runs started from the editor, followed while they happen. Knows neither the document nor the screen. */
export const useRunStream = defineStore('run-stream', () => {
  /** The turns of the conversation; of a workflow, only the latest run. */
  const entries = shallowRef<readonly RunEntry[]>([]);
  const isReconnecting = shallowRef(false);
  const isStarting = shallowRef(false);
  const sessionId = shallowRef<string>(crypto.randomUUID());
  /** The run that was opened to look at it, rather than started here. */
  const openedRunId = shallowRef<string | null>(null);
  let controller: AbortController | null = null;
  let serial = 0;

  const current = computed<RunState>(() => entries.value.at(-1)?.state ?? idleRun);
  const isBusy = computed(() => isStarting.value || isRunning(current.value));

  function setState(change: (state: RunState) => RunState): void {
    const last = entries.value.at(-1);
    if (last) entries.value = [...entries.value.slice(0, -1), { ...last, state: change(last.state) }];
  }

  const batches = createFrameBatches<WireRunEvent>((batch) =>
    setState((state) => applyRunEvents(state, batch)),
  );

  function begin(query: string | null): AbortSignal {
    controller?.abort();
    controller = new AbortController();
    serial += 1;
    batches.clear();
    openedRunId.value = null;
    const entry: RunEntry = { id: serial, query, state: { ...idleRun, status: 'queued' } };
    entries.value = query === null ? [entry] : [...entries.value, entry];
    return controller.signal;
  }

  async function follow(
    query: string | null,
    source: (options: RunStreamOptions) => AsyncGenerator<WireRunEvent>,
  ): Promise<RunState> {
    const signal = begin(query);
    isStarting.value = true;
    try {
      const onReconnecting = (value: boolean): void => void (isReconnecting.value = value);
      for await (const event of source({ signal, onReconnecting })) {
        isStarting.value = false;
        batches.push(event);
      }
    } catch (error) {
      if (isAborted(error)) return current.value;
      setState((state) => (state.runId === null ? idleRun : { ...state, status: 'interrupted' }));
      throw error;
    } finally {
      if (!signal.aborted) {
        batches.flush();
        isStarting.value = false;
        isReconnecting.value = false;
      }
    }
    return current.value;
  }

  /** Runs the saved draft. @throws {ApiError} when it is refused or its stream is lost for good */
  const start = (flowId: string, body: RunRequest): Promise<RunState> =>
    follow(body.query ?? null, (options) => runDraft(flowId, body, options));

  /** Runs the shown run once more from a node on. @throws {ApiError} as {@link start} */
  function rerun(runId: string, body: RerunRequest): Promise<RunState> {
    const query = entries.value.at(-1)?.query ?? null;
    return follow(query, (options) => rerunFrom(runId, body, options));
  }

  /** Shows a run that began earlier; one that is under way is followed. @throws {ApiError} */
  async function open(runId: string): Promise<void> {
    reset();
    const following = follow(null, (options) => replayRun(runId, options));
    openedRunId.value = runId;
    await following;
    setState((state) =>
      isRunning(state) && state.runId === runId ? { ...state, status: 'interrupted' } : state,
    );
  }

  /** Asks for the run to stop; before its first event, gives it up. */
  async function stop(): Promise<void> {
    const { runId } = current.value;
    if (runId !== null) return stopRun(runId);
    controller?.abort();
    isStarting.value = false;
    setState(() => idleRun);
    return undefined;
  }

  /** Forgets the runs and begins a new conversation. */
  function reset(): void {
    controller?.abort();
    batches.clear();
    entries.value = [];
    openedRunId.value = null;
    isStarting.value = false;
    isReconnecting.value = false;
    sessionId.value = crypto.randomUUID();
  }

  return {
    entries,
    current,
    isBusy,
    isReconnecting,
    openedRunId,
    sessionId,
    start,
    rerun,
    open,
    stop,
    reset,
  };
});
