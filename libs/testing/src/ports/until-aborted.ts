/** Resolves when a signal aborts, at once when it already has. */
export const untilAborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((done) => {
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', () => done(), { once: true });
  });
