import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** What the worker sends: first whether it is ready, then one answer for each request. */
type Message =
  | { readonly ready: true }
  | { readonly ready: false; readonly problem: string }
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly problem: string };

interface Waiter {
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

const ended = (): Error => new Error('The embedded database has ended.');

/** The embedded database in its thread: protocol bytes in, protocol bytes out, one after another. */
export class PgliteWorker {
  readonly ready: Promise<void>;
  /** Resolves when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>;
  private readonly worker: Worker;
  private readonly waiters = new Map<number, Waiter>();
  private lastId = 0;
  private hasEnded = false;

  constructor(folder: string) {
    this.worker = new Worker(path.join(__dirname, 'pglite-thread.cjs'), { workerData: { folder } });
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', () => {
        this.hasEnded = true;
        for (const waiter of this.waiters.values()) waiter.reject(ended());
        this.waiters.clear();
        resolve();
      });
    });
    this.ready = new Promise((resolve, reject) => {
      this.worker.once('error', reject);
      this.worker.once('message', (message: Message) => {
        if (!('ready' in message)) return;
        if (message.ready) resolve();
        else reject(new Error(`The embedded database did not open: ${message.problem}`));
      });
      void this.ended.then(() => reject(ended()));
    });
    this.ready.catch(() => undefined);
    this.worker.on('error', () => undefined);
    this.worker.on('message', (message: Message) => this.settle(message));
  }

  /** Sends one unit of the wire protocol and gives what the database says to it. */
  exchange(bytes: Uint8Array): Promise<Uint8Array> {
    return this.request(bytes);
  }

  /** Closes the database in order, then ends the thread. */
  async close(): Promise<void> {
    await this.ready.catch(() => undefined);
    await this.request(null).catch(() => undefined);
    await this.worker.terminate();
  }

  private request(bytes: Uint8Array | null): Promise<Uint8Array> {
    if (this.hasEnded) return Promise.reject(ended());
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiters.set(id, { resolve, reject });
      this.worker.postMessage({ id, bytes });
    });
  }

  private settle(message: Message): void {
    if (!('id' in message)) return;
    const waiter = this.waiters.get(message.id);
    this.waiters.delete(message.id);
    if ('bytes' in message) waiter?.resolve(message.bytes);
    else waiter?.reject(new Error(message.problem));
  }
}
