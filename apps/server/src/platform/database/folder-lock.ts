import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { codeOf } from '../errors/error-code';

const BEAT_MS = 1_000;
const WATCH_MS = 6_000;
const PATIENCE_MS = 5_000;
const LOOK_MS = 50;

const holderSchema = z.object({
  token: z.string(),
  pid: z.number(),
  /** When the process began, in clock ticks since boot: tells a reused pid from the old one. */
  started: z.string().nullable(),
  /** Which boot and pid namespace the pid belongs to; null where the system does not say. */
  realm: z.string().nullable(),
});

type Holder = z.output<typeof holderSchema>;

/** Thrown when another process has the folder open. */
export class FolderInUseError extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop that one, or set HEDDLE_DATA_DIR to another folder.`,
    );
    this.name = 'FolderInUseError';
  }
}

const readOrNull = (read: () => string): string | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

const realmOfThisProcess = (): string | null => {
  const boot = readOrNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = readOrNull(() => readlinkSync('/proc/self/ns/pid'));
  return boot === null || namespace === null ? null : `${boot} ${namespace}`;
};

/** States of a process that has ended and only waits to be collected. */
const ENDED = new Set(['Z', 'X']);

/** When a process began: the 22nd field of /proc/<pid>/stat. Null when there is none, or only what is left of one. */
const startOfProcess = (pid: number): string | null => {
  const stat = readOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return null;
  // Counted after the name, which may hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ENDED.has(fields[0] ?? '') ? null : (fields[19] ?? null);
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

const readHolder = (file: string): Holder | null => {
  const text = readOrNull(() => readFileSync(file, 'utf8'));
  if (text === null) return null;
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

const heldHere = new Set<string>();

function judge(holder: Holder): 'alive' | 'gone' | 'unknown' {
  if (heldHere.has(holder.token)) return 'alive';
  const realm = realmOfThisProcess();
  if (realm !== null && holder.realm === realm) {
    return startOfProcess(holder.pid) === holder.started ? 'alive' : 'gone';
  }
  if (realm === null && holder.realm === null && (holder.pid === process.pid || !isRunning(holder.pid))) {
    return 'gone';
  }
  return 'unknown';
}

const beatOf = (file: string): number | null => {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return null;
  }
};

/** A holder whose pid means nothing here (another container, say) is alive when it goes on touching its file. */
async function isBeating(file: string, watchMs: number): Promise<boolean> {
  const first = beatOf(file);
  const deadline = performance.now() + watchMs;
  while (performance.now() < deadline) {
    await wait(watchMs / 12);
    if (beatOf(file) !== first) return true;
  }
  return false;
}

/** A process that was killed, or asked to stop, takes a moment to be gone; a restart must not trip over it. */
async function isStaying(holder: Holder, patienceMs: number): Promise<boolean> {
  if (heldHere.has(holder.token)) return true;
  const deadline = performance.now() + patienceMs;
  while (judge(holder) === 'alive') {
    if (performance.now() >= deadline) return true;
    await wait(LOOK_MS);
  }
  return false;
}

/** Whether somebody has the folder and keeps it. */
async function isHeld(
  file: string,
  holder: Holder | null,
  limits: { readonly watchMs: number; readonly patienceMs: number },
): Promise<boolean> {
  const verdict = holder === null ? 'unknown' : judge(holder);
  if (verdict === 'unknown') return isBeating(file, limits.watchMs);
  return holder !== null && verdict === 'alive' && isStaying(holder, limits.patienceMs);
}

/** Moves a dead holder's file away; puts it back when someone else took over in between. */
function clear(file: string, judged: string | null): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  try {
    if (readOrNull(() => readFileSync(aside, 'utf8')) !== judged) linkSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Writes the file whole and links it into place, so that nobody ever reads half of it. */
function tryToHold(file: string, holder: Holder): boolean {
  const draft = `${file}.${holder.token}`;
  writeFileSync(draft, JSON.stringify(holder));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function keepBeating(file: string, token: string): () => void {
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      // The next beat tries again; the pid still speaks for us.
    }
  }, BEAT_MS);
  beat.unref();
  heldHere.add(token);
  return () => {
    clearInterval(beat);
    heldHere.delete(token);
    if (readHolder(file)?.token === token) rmSync(file, { force: true });
  };
}

/**
 * Makes this process the only one that opens a folder: the embedded database opens one folder twice without a word
 * and then loses rows. A holder that was killed is recognised even when its pid lives on in another process.
 * @param watchMs how long a holder whose pid means nothing here is watched for a sign of life
 * @param patienceMs how long a living holder is given to be gone, as after a kill or a stop
 * @returns how to give the folder free again
 * @throws FolderInUseError
 */
export async function lockFolder(
  folder: string,
  watchMs = WATCH_MS,
  patienceMs = PATIENCE_MS,
): Promise<() => void> {
  const file = `${folder}.lock`;
  mkdirSync(path.dirname(folder), { recursive: true });
  const self: Holder = {
    token: randomUUID(),
    pid: process.pid,
    started: startOfProcess(process.pid),
    realm: realmOfThisProcess(),
  };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (tryToHold(file, self)) return keepBeating(file, self.token);
    const text = readOrNull(() => readFileSync(file, 'utf8'));
    const holder = readHolder(file);
    if (await isHeld(file, holder, { watchMs, patienceMs })) {
      throw new FolderInUseError(path.dirname(folder), holder?.pid ?? 0);
    }
    clear(file, text);
  }
  throw new FolderInUseError(path.dirname(folder), readHolder(file)?.pid ?? 0);
}
