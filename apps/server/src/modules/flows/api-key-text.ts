import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const PATTERN = /^app-([0-9a-f]{32})-([A-Za-z0-9_-]{43})$/;
const PREFIX_LENGTH = 12;

/** What can be read from the text of an API key. */
export interface ApiKeyText {
  readonly id: string;
  readonly secretHash: Buffer;
}

const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');
const asUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

/** Makes the text of a new key, `app-<id>-<secret>` with a secret of 256 bits. */
export function createKeyText(id: string): { key: string; prefix: string; secretHash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  const key = `app-${id.replaceAll('-', '')}-${secret}`;
  return { key, prefix: key.slice(0, PREFIX_LENGTH), secretHash: hashOf(secret) };
}

/** Reads the text of a key; undefined when it is none. */
export function readKeyText(text: string): ApiKeyText | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  return { id: asUuid(match[1] ?? ''), secretHash: hashOf(match[2] ?? '') };
}

/** Compares hashes of secrets without telling by time how much of them is right. */
export const isSameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
