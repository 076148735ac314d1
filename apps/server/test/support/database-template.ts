import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readSchemaFiles } from '../../src/platform/database/init-db-folder';
import { openDatabase } from '../../src/platform/database/open-database';

const templateKey = (): string => {
  const hash = createHash('sha256').update(process.version);
  for (const { name, checksum } of readSchemaFiles()) hash.update(name).update(checksum);
  return hash.digest('hex').slice(0, 16);
};

const templateFolder = (): string => path.join(os.tmpdir(), `heddle-test-template-${templateKey()}`);

/** Makes a migrated database folder once for all test processes; the first that is complete wins. */
async function ensureTemplate(): Promise<string> {
  const template = templateFolder();
  if (existsSync(template)) return template;
  const draft = mkdtempSync(path.join(os.tmpdir(), 'heddle-test-draft-'));
  const folder = path.join(draft, 'postgres');
  const database = await openDatabase({ kind: 'embedded', folder }, () => undefined);
  await database.close();
  try {
    renameSync(folder, template);
  } catch (error) {
    if (!existsSync(template)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return template;
}

/** Puts a migrated database into a data folder, in a fraction of the time that making one takes. */
export async function copyDatabaseTemplate(dataDir: string): Promise<void> {
  const template = await ensureTemplate();
  mkdirSync(dataDir, { recursive: true });
  cpSync(template, path.join(dataDir, 'postgres'), { recursive: true });
}
