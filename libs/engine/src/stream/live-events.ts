import type { FramePath, RunEvent } from '@heddle/model';

/** Lists up to this length, and as many rounds of a loop, are told item by item. */
const TOLD_IN_FULL = 200;
/** What is told of all longer ones together. Whole items go beyond it a little, which leaves it below ten. */
const EVENTS_PER_SECOND = 8;
/** What may be told without having been saved up for: an item, not a burst of them. */
const MOST_SAVED = 1;

/** A container that a run is going through. */
interface Watched {
  /** How many items it has; undefined where nobody knows beforehand. */
  frames: number | undefined;
  /** The highest number of a frame that was decided on. */
  last: number;
  /** Of a long container: the frames that are told. */
  readonly told: Set<number>;
}

type Verdict = 'told' | 'counted' | 'left out';

/**
 * Decides which events of one run are told to somebody who watches it: all, except that of long lists and loops only
 * some items are told, whole ones, as far as a budget allows. Answers are always told. Decides by the time of the
 * events, not by the clock, so a run reads the same whenever it is read; the journal holds everything.
 */
export class LiveEvents {
  private readonly containers = new Map<string, Watched>();
  private budget = MOST_SAVED;
  private budgetAt = 0;

  /** Whether to tell an event; ask for each one, in order. */
  tells(event: RunEvent): boolean {
    if (!('nodeId' in event)) return true;
    if (event.type === 'node.chunked' && event.data.is_answer) return true;
    this.refill(event.at);
    const verdict = this.judge(event.path ?? []);
    if (verdict === 'counted') this.budget -= 1;
    if (verdict !== 'left out') this.note(event);
    return verdict !== 'left out';
  }

  private refill(at: number): void {
    const earned = ((at - this.budgetAt) / 1000) * EVENTS_PER_SECOND;
    this.budget = Math.min(MOST_SAVED, this.budget + Math.max(0, earned));
    this.budgetAt = Math.max(this.budgetAt, at);
  }

  private judge(path: FramePath): Verdict {
    let verdict: Verdict = 'told';
    for (let level = 0; level < path.length; level += 2) {
      const container = this.at(path.slice(0, level + 1).join('/'));
      const index = Number(path[level + 1]);
      const isLong = container.frames === undefined ? index >= TOLD_IN_FULL : container.frames > TOLD_IN_FULL;
      if (isLong) verdict = 'counted';
      if (verdict === 'counted' && !this.isChosen(container, index)) return 'left out';
    }
    return verdict;
  }

  /** Frames open in order, so one decision for each is made when its number first comes up. */
  private isChosen(container: Watched, index: number): boolean {
    if (index > container.last) {
      container.last = index;
      if (this.budget > 0) container.told.add(index);
    }
    return container.told.has(index);
  }

  private note(event: Extract<RunEvent, { nodeId: string }>): void {
    const key = [...(event.path ?? []), event.nodeId].join('/');
    if (event.type === 'node.started' && event.data.frames !== undefined) {
      this.at(key).frames = event.data.frames;
    } else if (event.type === 'node.finished' || event.type === 'node.failed') {
      this.containers.delete(key);
    }
  }

  private at(key: string): Watched {
    const known = this.containers.get(key);
    if (known) return known;
    const fresh: Watched = { frames: undefined, last: -1, told: new Set() };
    this.containers.set(key, fresh);
    return fresh;
  }
}
