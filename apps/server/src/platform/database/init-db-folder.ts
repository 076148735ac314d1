import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One numbered file of the schema. */
export interface SchemaFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Walks up from here to the repository's (or image's) `init-db`; the depth differs between source and build. */
function findFolder(from: string): string {
  const candidate = path.join(from, 'init-db');
  if (existsSync(candidate)) return candidate;
  const parent = path.dirname(from);
  if (parent === from) throw new Error('The folder init-db with the database schema is missing.');
  return findFolder(parent);
}

/** The schema files in the order in which they are applied. */
export function readSchemaFiles(folder = findFolder(__dirname)): readonly SchemaFile[] {
  return readdirSync(folder)
    .filter((name) => /^\d{2,}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}
