import { Duplex } from 'node:stream';
import type { PgliteWorker } from './pglite-worker';
import type { SessionTurns } from './session-turns';
import { errorFrames, greeting, rollbackFrame, takeFrame, transactionStateOf } from './wire-frames';

/** After these messages a server answers; what came before them belongs to the same unit. */
const UNIT_ENDS: ReadonlySet<string> = new Set(['Q', 'S', 'H', 'c', 'f']);
const TERMINATE = 'X';

/** A socket of the real `pg` client that ends in the embedded database instead of on a network. */
export class PgliteStream extends Duplex {
  private buffer: Buffer = Buffer.alloc(0);
  private hasGreeted = false;
  private unit: Buffer[] = [];
  private transactionState = 'I';

  constructor(
    private readonly worker: PgliteWorker,
    private readonly turns: SessionTurns,
  ) {
    super();
  }

  /** What `pg` calls on a new socket. */
  connect(): this {
    this.worker.ready.then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    void this.worker.ended.then(() => this.destroy(new Error('Connection terminated unexpectedly')));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed when they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk]);
    this.consume().then(() => callback(), callback);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.leave().then(
      () => callback(error),
      () => callback(error),
    );
  }

  private async consume(): Promise<void> {
    if (!this.hasGreeted && !this.greet()) return;
    for (let next = takeFrame(this.buffer); next !== undefined; next = takeFrame(this.buffer)) {
      this.buffer = this.buffer.subarray(next.bytes.length);
      if (next.type === TERMINATE) {
        await this.leave();
        this.push(null);
        return;
      }
      this.unit.push(next.bytes);
      if (!UNIT_ENDS.has(next.type)) continue;
      const unit = Buffer.concat(this.unit);
      this.unit = [];
      await this.execute(unit);
    }
  }

  /** The start-up message has a length but no type letter. */
  private greet(): boolean {
    if (this.buffer.length < 4 || this.buffer.length < this.buffer.readInt32BE(0)) return false;
    this.buffer = this.buffer.subarray(this.buffer.readInt32BE(0));
    this.hasGreeted = true;
    this.push(greeting);
    return true;
  }

  private async execute(unit: Buffer): Promise<void> {
    try {
      await this.turns.take(this);
    } catch (error) {
      this.push(errorFrames('55P03', error instanceof Error ? error.message : String(error)));
      return;
    }
    try {
      const answer = Buffer.from(await this.worker.exchange(unit));
      // No state means that the database waits for more of this unit (COPY data, a Sync after a Flush).
      this.transactionState = transactionStateOf(answer) ?? 'open';
      this.push(answer);
    } catch (error) {
      this.transactionState = 'I';
      this.push(errorFrames('57P01', error instanceof Error ? error.message : String(error)));
    }
    if (this.transactionState === 'I') this.turns.give(this);
  }

  private async leave(): Promise<void> {
    if (!this.turns.has(this)) return;
    if (this.transactionState !== 'I') await this.worker.exchange(rollbackFrame).catch(() => undefined);
    this.transactionState = 'I';
    this.turns.give(this);
  }
}
