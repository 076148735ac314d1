import type { CommitItem, OpenJournal } from './open-journal';

/** Runs that one statement writes at most; the rest goes with the next. */
const MAX_RUNS = 256;
/** JSON text that one statement carries, but for a single run that needs more. */
const MAX_BYTES = 16 * 1024 * 1024;
/** How long events that nobody waits for may lie in memory. */
const LAZY_MS = 200;

/** One journal with what it wants written. */
export interface Pending {
  readonly journal: OpenJournal;
  readonly item: CommitItem;
}

/** Writes what many runs have to say with one statement after another, never two at once. */
export class GroupCommit {
  private readonly dirty = new Set<OpenJournal>();
  private isUrgent = false;
  private writing: Promise<void> | undefined;
  private soon: NodeJS.Immediate | undefined;
  private later: NodeJS.Timeout | undefined;

  /** `write` settles every journal it is given and does not throw. */
  constructor(private readonly write: (batch: readonly Pending[]) => Promise<void>) {}

  /** Asks for a commit: at the end of this tick when somebody waits, else within {@link LAZY_MS}. */
  request(journal: OpenJournal, isUrgent: boolean): void {
    this.dirty.add(journal);
    this.isUrgent ||= isUrgent;
    if (!this.writing) this.schedule();
  }

  /** Resolves when everything appended so far is written. */
  async drain(): Promise<void> {
    while (this.dirty.size > 0 || this.writing) {
      this.isUrgent = true;
      if (!this.writing) this.schedule();
      await (this.writing ?? new Promise((resolve) => setImmediate(resolve)));
    }
  }

  private schedule(): void {
    if (this.dirty.size === 0 || this.soon) return;
    if (this.isUrgent) {
      this.soon = setImmediate(() => {
        this.soon = undefined;
        this.begin();
      });
    } else {
      this.later ??= setTimeout(() => {
        this.later = undefined;
        this.isUrgent = true;
        if (!this.writing) this.schedule();
      }, LAZY_MS).unref();
    }
  }

  private begin(): void {
    clearTimeout(this.later);
    this.later = undefined;
    this.isUrgent = false;
    const batch = this.nextBatch();
    if (batch.length === 0) return;
    this.writing = this.write(batch).finally(() => {
      this.writing = undefined;
      this.schedule();
    });
  }

  private nextBatch(): Pending[] {
    const batch: Pending[] = [];
    let bytes = 0;
    for (const journal of this.dirty) {
      if (batch.length >= MAX_RUNS || bytes > MAX_BYTES) {
        this.isUrgent = true;
        break;
      }
      this.dirty.delete(journal);
      const item = journal.take();
      if (!item) continue;
      batch.push({ journal, item });
      bytes += item.payloads.reduce((sum, { content }) => sum + content.length, item.events.length);
    }
    return batch;
  }
}
