import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { isAborted } from '@/app/api/api-error';
import { runDraft, stopRun, type RunRequest } from '../api/runs-api';
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
  let controller: AbortController | null = null;
  let serial = 0;
  let waiting: WireRunEvent[] = [];
  let frame = 0;

  const current = computed<RunState>(() => entries.value.at(-1)?.state ?? idleRun);
  const isBusy = computed(() => isStarting.value || isRunning(current.value));

  function setState(change: (state: RunState) => RunState): void {
    const last = entries.value.at(-1);
    if (last) entries.value = [...entries.value.slice(0, -1), { ...last, state: change(last.state) }];
  }

  /** Events come in bursts; the screen takes them in once per frame. */
  function flush(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) setState((state) => applyRunEvents(state, batch));
  }

  function receive(event: WireRunEvent): void {
    waiting.push(event);
    // A hidden page has no frames, but its run goes on.
    if (document.hidden) flush();
    else if (frame === 0) frame = requestAnimationFrame(flush);
  }

  function begin(query: string | null): AbortSignal {
    controller?.abort();
    controller = new AbortController();
    serial += 1;
    waiting = [];
    const entry: RunEntry = { id: serial, query, state: { ...idleRun, status: 'queued' } };
    entries.value = query === null ? [entry] : [...entries.value, entry];
    return controller.signal;
  }

  /** Runs the saved draft. @throws {ApiError} when it is refused or its stream is lost for good */
  async function start(flowId: string, body: RunRequest): Promise<RunState> {
    const signal = begin(body.query ?? null);
    isStarting.value = true;
    try {
      const onReconnecting = (value: boolean): void => void (isReconnecting.value = value);
      for await (const event of runDraft(flowId, body, { signal, onReconnecting })) {
        isStarting.value = false;
        receive(event);
      }
    } catch (error) {
      if (isAborted(error)) return current.value;
      setState((state) => (state.runId === null ? idleRun : { ...state, status: 'interrupted' }));
      throw error;
    } finally {
      if (!signal.aborted) {
        flush();
        isStarting.value = false;
        isReconnecting.value = false;
      }
    }
    return current.value;
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
    cancelAnimationFrame(frame);
    frame = 0;
    waiting = [];
    entries.value = [];
    isStarting.value = false;
    isReconnecting.value = false;
    sessionId.value = crypto.randomUUID();
  }

  return { entries, current, isBusy, isReconnecting, sessionId, start, stop, reset };
});
