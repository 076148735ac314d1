import { setTimeout as wait } from 'node:timers/promises';
import { ensureDatabase } from './embedded-folder';
import { PgliteWorker } from './pglite-worker';

const REOPEN_PAUSE_MS = 1_000;

/** The embedded database of a folder, opened again when its thread ends by itself. */
export class EmbeddedDatabase {
  private current: PgliteWorker;
  private isClosing = false;

  private constructor(
    private readonly folder: string,
    private readonly onLoss: () => void,
  ) {
    this.current = this.start();
  }

  /** Opens the database, after making it on the first start. The caller holds the folder's lock. */
  static async open(folder: string, onLoss: () => void): Promise<EmbeddedDatabase> {
    await ensureDatabase(folder);
    const database = new EmbeddedDatabase(folder, onLoss);
    await database.current.ready;
    return database;
  }

  /** The thread that new connections talk to; connections to an earlier one have ended with it. */
  get worker(): PgliteWorker {
    return this.current;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.current.close();
  }

  private start(): PgliteWorker {
    const worker = new PgliteWorker(this.folder);
    void worker.ended.then(() => this.reopen());
    return worker;
  }

  private async reopen(): Promise<void> {
    if (this.isClosing) return;
    this.onLoss();
    await wait(REOPEN_PAUSE_MS);
    if (!this.isClosing) this.current = this.start();
  }
}
