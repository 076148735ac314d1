import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { PgliteWorker } from './pglite-worker';

/** The database's own files are written by a process that may be killed at any time; the name must be on disk too. */
function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function removeUnfinished(folder: string): void {
  const parent = path.dirname(folder);
  const prefix = `${path.basename(folder)}.new-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

/**
 * Makes sure that a whole database folder stands at `folder`. It is made aside and renamed when it is complete, so
 * that a kill during the first start leaves nothing that a later start could mistake for a database.
 */
export async function ensureDatabase(folder: string): Promise<void> {
  mkdirSync(path.dirname(folder), { recursive: true });
  removeUnfinished(folder);
  if (existsSync(folder)) return;
  const draft = `${folder}.new-${process.pid}`;
  const worker = new PgliteWorker(draft);
  try {
    await worker.ready;
  } finally {
    await worker.close();
  }
  renameSync(draft, folder);
  syncDirectory(path.dirname(folder));
}
