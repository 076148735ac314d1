/** What comes in bursts, handed on once per frame. */
export interface FrameBatches<Item> {
  push(item: Item): void;
  /** Hands on at once what is waiting. */
  flush(): void;
  /** Forgets what is waiting. */
  clear(): void;
}

/** Collects items until the next frame, so that the screen takes a burst in at once. */
export function createFrameBatches<Item>(take: (batch: readonly Item[]) => void): FrameBatches<Item> {
  let waiting: Item[] = [];
  let frame = 0;

  function clear(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    waiting = [];
  }

  function flush(): void {
    const batch = waiting;
    clear();
    if (batch.length > 0) take(batch);
  }

  return {
    push(item) {
      waiting.push(item);
      // A hidden page has no frames, but what it shows goes on.
      if (document.hidden) flush();
      else if (frame === 0) frame = requestAnimationFrame(flush);
    },
    flush,
    clear,
  };
}
