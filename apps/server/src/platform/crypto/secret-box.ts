import { FlowError } from '@heddle/model';
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { SealedPlace } from './sealed-columns';

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const KEY_ID_LENGTH = 8;

interface BoxKey {
  readonly id: string;
  readonly key: Buffer;
}

const boundTo = ({ table, column, rowId }: SealedPlace): Buffer => Buffer.from(`${table}.${column}.${rowId}`);

const unreadable = (reason: string, cause?: unknown): FlowError =>
  new FlowError({
    code: 'SECRET_UNREADABLE',
    category: 'internal',
    message: `a stored secret cannot be opened: ${reason}`,
    cause,
  });

const keyOf = (masterKey: Buffer): BoxKey => ({
  id: createHash('sha256').update('heddle key id').update(masterKey).digest('hex').slice(0, KEY_ID_LENGTH),
  key: Buffer.from(hkdfSync('sha256', masterKey, '', 'heddle secret box v1', KEY_BYTES)),
});

/**
 * Seals secrets into envelopes `v1.<key id>.<iv>.<tag>.<ciphertext>` (AES-256-GCM, base64url) and opens them. It seals
 * with one key and opens what any of its keys has sealed, so that the key can be changed while everything runs.
 */
export class SecretBox {
  private readonly sealing: BoxKey;
  private readonly keys: ReadonlyMap<string, Buffer>;

  constructor(masterKey: Buffer, others: readonly Buffer[] = []) {
    this.sealing = keyOf(masterKey);
    this.keys = new Map([this.sealing, ...others.map(keyOf)].map(({ id, key }) => [id, key]));
  }

  /** Names the key that seals within envelopes, so that another one is recognised before it fails. */
  get keyId(): string {
    return this.sealing.id;
  }

  /** Whether a key of this name is here. */
  hasKey(keyId: string): boolean {
    return this.keys.has(keyId);
  }

  /** What every envelope begins with that the sealing key made. */
  get prefix(): string {
    return `${VERSION}.${this.keyId}.`;
  }

  seal(plaintext: string, place: SealedPlace): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.sealing.key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(boundTo(place));
    const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    const parts = [iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
    return this.prefix + parts.join('.');
  }

  /** @throws SECRET_UNREADABLE when it was sealed with another key, for another place, or changed */
  open(envelope: string, place: SealedPlace): string {
    const [version, keyId = '', iv, tag, ciphertext] = envelope.split('.');
    if (version !== VERSION || iv === undefined || tag === undefined || ciphertext === undefined) {
      throw unreadable('it has an unknown form');
    }
    const key = this.keys.get(keyId);
    if (key === undefined) throw unreadable('it was sealed with another key');
    try {
      const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, 'base64url'), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(boundTo(place)).setAuthTag(Buffer.from(tag, 'base64url'));
      return (
        decipher.update(Buffer.from(ciphertext, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch (error) {
      throw unreadable('it was changed, or belongs to another place', error);
    }
  }
}
