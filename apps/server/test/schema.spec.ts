import { DataSource, type EntityMetadata, type QueryRunner, Table, type TableColumn } from 'typeorm';
import { readSchemaFiles } from '../src/platform/database/init-db-folder';
import { createTestServer, type TestServer } from './support/test-server';

/** Columns as far as both an entity and a table tell about them. */
const columnOf = ({
  name,
  type,
  isNullable,
  isArray,
  isPrimary,
  isGenerated,
  default: fallback,
}: TableColumn) => ({
  name,
  type,
  isNullable,
  isArray,
  isPrimary,
  // A default that makes uuids is told as "generated" by tables.
  hasDefault: isGenerated || (fallback !== undefined && fallback !== null),
});

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

interface ForeignKey {
  readonly columnNames: readonly string[];
  readonly referencedTableName: string;
  readonly onDelete?: string | undefined;
}

const outline = (table: Table, keys: readonly ForeignKey[]) => ({
  columns: table.columns.map(columnOf).sort(byName),
  foreignKeys: keys
    .map(
      (key) =>
        `${key.columnNames.join()} -> ${key.referencedTableName.replace(/^public\./, '')} ${key.onDelete ?? ''}`,
    )
    .sort(),
  indices: table.indices
    .filter(({ where }) => !where)
    .map((index) => `${[...index.columnNames].sort().join()}${index.isUnique ? ' unique' : ''}`)
    .sort(),
});

describe('schema', () => {
  let server: TestServer;
  let dataSource: DataSource;
  let runner: QueryRunner;

  beforeAll(async () => {
    server = await createTestServer();
    dataSource = server.app.get(DataSource);
    runner = dataSource.createQueryRunner();
  });
  afterAll(async () => {
    await runner.release();
    await server.close();
  });

  const described = (metadata: EntityMetadata) => {
    const keys = metadata.foreignKeys.map(({ columnNames, referencedEntityMetadata, onDelete }) => ({
      columnNames,
      referencedTableName: referencedEntityMetadata.tableName,
      onDelete,
    }));
    return outline(Table.create(metadata, dataSource.driver), keys);
  };

  it('has exactly the columns that the entities say', async () => {
    expect(dataSource.entityMetadatas.length).toBeGreaterThan(5);
    for (const metadata of dataSource.entityMetadatas) {
      const table = await runner.getTable(metadata.tablePath);
      const columns = table && outline(table, table.foreignKeys).columns;
      expect([metadata.name, columns]).toEqual([metadata.name, described(metadata).columns]);
    }
  });

  // Keys and indices that only SQL needs are written in SQL alone.
  it('has every key and index that an entity says', async () => {
    for (const metadata of dataSource.entityMetadatas) {
      const table = await runner.getTable(metadata.tablePath);
      const { foreignKeys, indices } = outline(table ?? new Table(), table?.foreignKeys ?? []);
      const wanted = described(metadata);
      expect([metadata.name, foreignKeys]).toEqual([
        metadata.name,
        expect.arrayContaining(wanted.foreignKeys),
      ]);
      expect([metadata.name, indices]).toEqual([metadata.name, expect.arrayContaining(wanted.indices)]);
    }
  });

  it('has no row without a workspace where a table knows workspaces', async () => {
    const rows = await dataSource.query<{ table_name: string }[]>(
      `SELECT table_name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'workspace_id' AND is_nullable = 'YES'`,
    );
    expect(rows).toEqual([]);
  });

  it('has an index that begins with the columns of each foreign key', async () => {
    const rows = await dataSource.query<{ name: string }[]>(
      `SELECT c.conrelid::regclass || '.' || c.conname AS name FROM pg_constraint c
       WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid
           AND (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey)`,
    );
    expect(rows).toEqual([]);
  });

  it('is in the ledger file by file, and can be applied again', async () => {
    const ledger = await dataSource.query<{ name: string; checksum: string }[]>(
      'SELECT name, checksum FROM schema_ledger ORDER BY name',
    );
    const files = readSchemaFiles();
    expect(ledger).toEqual(files.map(({ name, checksum }) => ({ name, checksum })));
    await dataSource.transaction(async (tx) => {
      for (const { sql } of files) await tx.query(sql);
    });
  });

  it('drops no condition that is null or undefined', async () => {
    const users = dataSource.getRepository('users');
    await expect(users.findOneBy({ email: undefined as never })).rejects.toThrow(/undefined/i);
    await expect(users.findOneBy({ email: null as never })).rejects.toThrow(/null/i);
  });
});
