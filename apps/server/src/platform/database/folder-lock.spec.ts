import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FolderInUseError, lockFolder } from './folder-lock';

const WATCH_MS = 600;
/** Only there can be told whether a pid is still the same process. */
const onLinux = existsSync('/proc/self/stat') ? it : it.skip;

/** When a process began, as the system counts it. */
function startOf(pid: number | undefined): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

describe('lockFolder', () => {
  let parent: string;
  let folder: string;
  let file: string;

  beforeEach(() => {
    parent = mkdtempSync(path.join(os.tmpdir(), 'heddle-lock-'));
    folder = path.join(parent, 'postgres');
    file = `${folder}.lock`;
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const holderNow = async (): Promise<Record<string, unknown>> => {
    const unlock = await lockFolder(folder);
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    unlock();
    return holder;
  };

  it('holds a folder once and gives it free again', async () => {
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    unlock();
    expect(existsSync(file)).toBe(false);
    (await lockFolder(folder))();
  });

  it('tells who has the folder and what to do', async () => {
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(
      `The data folder ${parent} is in use by process ${process.pid}. Stop that one, or set HEDDLE_DATA_DIR to another folder.`,
    );
    unlock();
  });

  it('takes over from a process that is gone', async () => {
    const holder = await holderNow();
    writeFileSync(file, JSON.stringify({ ...holder, token: 'old', pid: 4_194_000, started: '1' }));
    (await lockFolder(folder))();
  });

  onLinux('waits for a holder that is about to be gone', async () => {
    const holder = await holderNow();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    writeFileSync(
      file,
      JSON.stringify({ ...holder, token: 'other', pid: child.pid, started: startOf(child.pid) }),
    );
    const locking = lockFolder(folder, WATCH_MS, 60_000);
    child.kill('SIGKILL');
    (await locking)();
    await ended;
  });

  it('takes over when the old pid lives on in another process, even in this one', async () => {
    const holder = await holderNow();
    for (const pid of [process.pid, process.ppid]) {
      writeFileSync(file, JSON.stringify({ ...holder, token: 'old', pid, started: '1' }));
      (await lockFolder(folder))();
    }
  });

  onLinux('respects a living process', async () => {
    const holder = await holderNow();
    const pid = process.ppid;
    writeFileSync(file, JSON.stringify({ ...holder, token: 'other', pid, started: startOf(pid) }));
    await expect(lockFolder(folder, WATCH_MS, 100)).rejects.toThrow(`in use by process ${process.ppid}`);
  });

  it('respects a holder in another container as long as it touches its file', async () => {
    const holder = await holderNow();
    writeFileSync(file, JSON.stringify({ ...holder, token: 'other', pid: 1, realm: 'another kernel' }));
    const beat = setInterval(() => utimesSync(file, new Date(), new Date()), 20);
    try {
      await expect(lockFolder(folder, WATCH_MS)).rejects.toThrow('in use by process 1');
    } finally {
      clearInterval(beat);
    }
  });

  it('takes over from a killed holder in another container, and from half a file', async () => {
    const holder = await holderNow();
    for (const content of [
      JSON.stringify({ ...holder, token: 'old', pid: 1, realm: 'another kernel' }),
      '{"pid":',
    ]) {
      writeFileSync(file, content);
      (await lockFolder(folder, WATCH_MS))();
    }
  });
});
