import { onScopeDispose, watchEffect } from 'vue';

/** Calls again and again while a condition holds and the page is looked at. */
export function usePolling(isWanted: () => boolean, everyMs: number, call: () => Promise<void>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isActive = false;

  function plan(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void tick(), everyMs);
  }
  async function tick(): Promise<void> {
    if (document.visibilityState === 'visible') await call();
    if (isActive) plan();
  }
  watchEffect(() => {
    const wasActive = isActive;
    isActive = isWanted();
    if (isActive && !wasActive) plan();
    if (!isActive) clearTimeout(timer);
  });
  onScopeDispose(() => {
    isActive = false;
    clearTimeout(timer);
  });
}
