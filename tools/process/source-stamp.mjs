import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'test', 'coverage']);
const isSource = (name) => !/\.(spec\.ts|md)$/.test(name) && !name.startsWith('.');

function collect(folder, lines) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) collect(path, lines);
    } else if (isSource(entry.name)) {
      const { mtimeMs, size } = lstatSync(path);
      lines.push(`${path} ${mtimeMs} ${size}`);
    }
  }
}

/** A fingerprint of names, sizes and times of the given files and folders: equal means nothing to build. */
export function sourceStamp(root, paths) {
  const lines = [];
  for (const path of paths) {
    const full = join(root, path);
    const status = lstatSync(full, { throwIfNoEntry: false });
    if (status?.isDirectory()) collect(full, lines);
    else if (status) lines.push(`${full} ${status.mtimeMs} ${status.size}`);
  }
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}
