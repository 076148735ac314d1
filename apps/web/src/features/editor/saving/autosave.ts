/** What the server said to a draft. */
export type SaveOutcome<Snapshot> =
  | { readonly kind: 'saved'; readonly hash: string }
  /** Somebody else saved in between; this is what they saved. */
  | { readonly kind: 'stale'; readonly theirs: { readonly hash: string; readonly definition: Snapshot } }
  /** It may pass: network, restart, overload. */
  | { readonly kind: 'unreachable' }
  /** It will not pass until the document changes. */
  | { readonly kind: 'refused'; readonly message: string };

/** What the header shows about saving. */
export type SaveState<Snapshot> =
  | { readonly kind: 'saved'; readonly at: number | null }
  | { readonly kind: 'dirty' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline'; readonly attempt: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'conflict'; readonly theirs: { readonly hash: string; readonly definition: Snapshot } };

/** What autosave needs from its surroundings; all of it is faked in tests. */
export interface AutosaveHost<Snapshot> {
  /** The document as it is now. */
  read(): Snapshot;
  send(snapshot: Snapshot, baseHash: string): Promise<SaveOutcome<Snapshot>>;
  show(state: SaveState<Snapshot>): void;
  now(): number;
  /** Calls back later; the result cancels. */
  delay(ms: number, callback: () => void): () => void;
}

/** The longest time an edit waits before it is sent. */
export const AUTOSAVE_DELAY_MS = 1_500;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** Sends changes of a draft, one request at a time, until the server has the latest. */
export interface Autosave {
  /** The document changed. */
  touch(): void;
  /** Sends what is unsaved now; true when the server has everything afterwards. */
  flush(): Promise<boolean>;
  /** Tries again at once, as when the network is back. */
  retry(): void;
  /** Ends a conflict: the next save builds on this hash. `isClean` when the document is now the server's. */
  rebase(hash: string, isClean: boolean): void;
  readonly hash: string;
  readonly isClean: boolean;
  stop(): void;
}

class DraftAutosave<Snapshot> implements Autosave {
  private baseHash: string;
  private revision = 0;
  private savedRevision = 0;
  private refusedRevision = -1;
  private attempt = 0;
  private isBlocked = false;
  private inFlight: Promise<void> | null = null;
  private cancelTimer: (() => void) | null = null;

  constructor(
    private readonly host: AutosaveHost<Snapshot>,
    hash: string,
  ) {
    this.baseHash = hash;
  }

  get hash(): string {
    return this.baseHash;
  }

  get isClean(): boolean {
    return this.revision === this.savedRevision;
  }

  touch(): void {
    this.revision += 1;
    if (this.isBlocked) return;
    if (!this.inFlight && this.attempt === 0) this.host.show({ kind: 'dirty' });
    if (!this.inFlight) this.schedule(AUTOSAVE_DELAY_MS);
  }

  async flush(): Promise<boolean> {
    this.clearTimer();
    if (this.inFlight) await this.inFlight;
    if (this.isClean) return true;
    if (this.isBlocked) return false;
    this.clearTimer();
    await this.start();
    return this.isClean;
  }

  retry(): void {
    if (this.isClean || this.isBlocked || this.inFlight) return;
    this.clearTimer();
    void this.start();
  }

  rebase(hash: string, isClean: boolean): void {
    this.baseHash = hash;
    this.isBlocked = false;
    this.attempt = 0;
    this.revision += 1;
    if (isClean) {
      this.savedRevision = this.revision;
      this.host.show({ kind: 'saved', at: this.host.now() });
    } else {
      this.retry();
    }
  }

  stop(): void {
    this.clearTimer();
    this.isBlocked = true;
  }

  /** What was refused would be refused again until the next edit. */
  private get isWorthSending(): boolean {
    return !this.isClean && !this.isBlocked && this.revision !== this.refusedRevision;
  }

  private clearTimer(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
  }

  /** Not pushed back by further edits, so that steady typing is saved too. */
  private schedule(ms: number): void {
    if (this.cancelTimer) return;
    this.cancelTimer = this.host.delay(ms, () => {
      this.cancelTimer = null;
      void this.start();
    });
  }

  private start(): Promise<void> {
    this.inFlight ??= this.send().finally(() => {
      this.inFlight = null;
      if (this.isWorthSending) this.schedule(this.waitTime());
    });
    return this.inFlight;
  }

  private waitTime(): number {
    if (this.attempt === 0) return AUTOSAVE_DELAY_MS;
    return Math.min(FIRST_RETRY_MS * 2 ** (this.attempt - 1), MAX_RETRY_MS);
  }

  private async send(): Promise<void> {
    // Edits made while the request is under way keep the document dirty.
    const revision = this.revision;
    if (this.attempt === 0) this.host.show({ kind: 'saving' });
    const outcome = await this.host.send(this.host.read(), this.baseHash);
    if (this.isBlocked) return;
    if (outcome.kind === 'saved') this.accept(outcome.hash, revision);
    else if (outcome.kind === 'stale') this.conflict(outcome.theirs);
    else if (outcome.kind === 'refused') this.refuse(outcome.message, revision);
    else {
      this.attempt += 1;
      this.host.show({ kind: 'offline', attempt: this.attempt });
    }
  }

  private accept(hash: string, revision: number): void {
    this.baseHash = hash;
    this.savedRevision = revision;
    this.attempt = 0;
    this.host.show(this.isClean ? { kind: 'saved', at: this.host.now() } : { kind: 'dirty' });
  }

  private conflict(theirs: { readonly hash: string; readonly definition: Snapshot }): void {
    this.isBlocked = true;
    this.host.show({ kind: 'conflict', theirs });
  }

  private refuse(message: string, revision: number): void {
    this.attempt = 0;
    this.refusedRevision = revision;
    this.host.show({ kind: 'refused', message });
  }
}

/** Makes the autosave of one opened draft. */
export const createAutosave = <Snapshot>(host: AutosaveHost<Snapshot>, hash: string): Autosave =>
  new DraftAutosave(host, hash);
