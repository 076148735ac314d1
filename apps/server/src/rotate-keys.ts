/** `npm run rotate-keys`: seals every stored secret anew with HEDDLE_SECRET_KEY; servers may go on meanwhile. */
import { inspect } from 'node:util';
import { refusalOf } from './platform/boot/start-refusal';
import { loadConfig } from './platform/config/server-config';
import { rotateKeys, type RotationReport } from './platform/crypto/key-rotation';
import { SecretBox } from './platform/crypto/secret-box';
import { openDatabase } from './platform/database/open-database';

async function rotate(): Promise<RotationReport> {
  const config = loadConfig(process.env, false);
  const box = new SecretBox(config.secretKey, config.previousSecretKeys);
  const database = await openDatabase(config.database, (_level, message) => console.error(message));
  const pool = new database.driver.Pool({ max: 1 });
  try {
    return await rotateKeys(async <Row>(sql: string, values: readonly unknown[]): Promise<Row[]> => {
      const { rows } = await pool.query(sql, [...values]);
      return rows as Row[];
    }, box);
  } finally {
    await pool.end();
    await database.close();
  }
}

rotate().then(
  ({ resealed, unreadable }) => {
    console.log(`${resealed} secrets sealed with the new key.`);
    if (unreadable.length === 0) return;
    console.error(`No key at hand opens these; they stay as they are:\n${unreadable.join('\n')}`);
    process.exitCode = 1;
  },
  (error: unknown) => {
    const refusal = refusalOf(error);
    console.error(refusal === undefined ? inspect(error) : refusal.join('\n'));
    process.exitCode = 1;
  },
);
