import { isFlowError } from '@heddle/model';
import type { SecretBox } from './secret-box';
import { CANARY, SEALED_COLUMNS, type SealedColumn } from './sealed-columns';

const BATCH = 100;
const MARK = 'the key of this installation';

/** Runs SQL: a pool's or TypeORM's rows. */
export type QueryRows = <Row>(sql: string, values: readonly unknown[]) => Promise<Row[]>;

/** What a change of keys did. */
export interface RotationReport {
  readonly resealed: number;
  /** Rows that no key at hand opens, as `table.column id`; they stay as they are. */
  readonly unreadable: readonly string[];
}

interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

/** Puts the mark into a new database. @returns the envelope that is there */
export async function ensureCanary(query: QueryRows, box: SecretBox): Promise<string> {
  await query(
    'INSERT INTO installation_facts (name, value) VALUES ($1, to_jsonb($2::text)) ON CONFLICT (name) DO NOTHING',
    [CANARY.rowId, box.seal(MARK, CANARY)],
  );
  const rows = await query<{ value: string }>('SELECT value FROM installation_facts WHERE name = $1', [
    CANARY.rowId,
  ]);
  return rows[0]?.value ?? '';
}

/** How many stored envelopes each key has sealed, by the key's name. */
export async function countSealed(query: QueryRows): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { table, column } of SEALED_COLUMNS) {
    const rows = await query<{ key: string; count: number }>(
      `SELECT split_part(${column}, '.', 2) AS key, count(*)::int AS count
       FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1`,
      [],
    );
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

class ColumnRotation {
  constructor(
    private readonly query: QueryRows,
    private readonly box: SecretBox,
    private readonly at: SealedColumn,
  ) {}

  async run(): Promise<RotationReport> {
    const unreadable: string[] = [];
    let resealed = 0;
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const batch = await this.batch(after);
      for (const row of batch) {
        after = row.id;
        try {
          resealed += await this.reseal(row);
        } catch (error) {
          if (!isFlowError(error, 'SECRET_UNREADABLE')) throw error;
          unreadable.push(`${this.at.table}.${this.at.column} ${row.id}`);
        }
      }
      if (batch.length < BATCH) return { resealed, unreadable };
    }
  }

  private batch(after: string): Promise<SealedRow[]> {
    const { table, column } = this.at;
    return this.query(
      `SELECT id, ${column} AS sealed FROM ${table}
       WHERE ${column} IS NOT NULL AND NOT starts_with(${column}, $1) AND id > $2::uuid
       ORDER BY id LIMIT ${BATCH}`,
      [this.box.prefix, after],
    );
  }

  /** Replaces one envelope, unless somebody has written another in the meantime. */
  private async reseal({ id, sealed }: SealedRow): Promise<number> {
    const { table, column } = this.at;
    const place = { ...this.at, rowId: id };
    const changed = await this.query<{ id: string }>(
      `WITH changed AS (
         UPDATE ${table} SET ${column} = $3 WHERE id = $1 AND ${column} = $2 RETURNING id
       ) SELECT id FROM changed`,
      [id, sealed, this.box.seal(this.box.open(sealed, place), place)],
    );
    return changed.length;
  }
}

/**
 * Seals everything anew with the first key of a box, row by row, while servers that have both keys go on. The mark of
 * the installation comes last: from then on the old key alone lets no server in.
 */
export async function rotateKeys(query: QueryRows, box: SecretBox): Promise<RotationReport> {
  const reports: RotationReport[] = [];
  for (const column of SEALED_COLUMNS) reports.push(await new ColumnRotation(query, box, column).run());
  const unreadable = reports.flatMap((report) => report.unreadable);
  const resealed = reports.reduce((sum, report) => sum + report.resealed, 0);
  if (unreadable.length === 0) {
    await query('UPDATE installation_facts SET value = to_jsonb($2::text) WHERE name = $1', [
      CANARY.rowId,
      box.seal(MARK, CANARY),
    ]);
  }
  return { resealed, unreadable };
}
