import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../errors/error-code';
import { ConfigError } from './environment';

const KEY_BYTES = 32;
const FEWEST_DISTINCT_BYTES = 8;

const HOW_TO_MAKE_ONE = 'Make one with: openssl rand -base64 32';

/** Reads a 32-byte key from base64 text; `source` is named in refusals. @throws ConfigError */
export function decodeSecretKey(text: string, source: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text) || key.length !== KEY_BYTES) {
    throw new ConfigError([`${source} must be ${KEY_BYTES} bytes in base64. ${HOW_TO_MAKE_ONE}`]);
  }
  if (new Set(key).size < FEWEST_DISTINCT_BYTES) {
    throw new ConfigError([`${source} is too easy to guess. ${HOW_TO_MAKE_ONE}`]);
  }
  return key;
}

/**
 * The key of an installation that keeps everything in its data folder: made on the first start, read on later ones.
 * It is linked into place whole, so that a crash leaves no half-written key behind.
 * @throws ConfigError
 */
export function secretKeyOfFolder(dataDir: string): Buffer {
  const file = path.join(dataDir, 'secret.key');
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return decodeSecretKey(readFileSync(file, 'utf8').trim(), `The key in ${file}`);
}

/** The refusal for an installation on a real server that brings no key. */
export const missingSecretKey = (): ConfigError =>
  new ConfigError([
    `HEDDLE_SECRET_KEY is required when DATABASE_URL is set: it encrypts the secrets in that database. ${HOW_TO_MAKE_ONE}`,
  ]);
