/** A signal that aborts with the caller's or when time is up, whichever is first; `end` lets go of both. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly isOver: boolean;
  end(): void;
}

/** Starts a deadline over everything that a caller waits for. */
export function startDeadline(caller: AbortSignal, limitMs: number): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const stop = (): void => controller.abort(caller.reason);
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, limitMs);
  if (caller.aborted) stop();
  else caller.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    end: () => {
      clearTimeout(timer);
      caller.removeEventListener('abort', stop);
    },
  };
}
