import { FlowError } from '@heddle/model';
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const KEY_ID_LENGTH = 8;

/** The cell that an envelope belongs to; it does not open anywhere else. */
export interface SealedPlace {
  readonly table: string;
  readonly column: string;
  readonly rowId: string;
}

const boundTo = ({ table, column, rowId }: SealedPlace): Buffer => Buffer.from(`${table}.${column}.${rowId}`);

const unreadable = (reason: string, cause?: unknown): FlowError =>
  new FlowError({
    code: 'SECRET_UNREADABLE',
    category: 'internal',
    message: `a stored secret cannot be opened: ${reason}`,
    cause,
  });

/** Seals secrets into envelopes `v1.<key id>.<iv>.<tag>.<ciphertext>` (AES-256-GCM, base64url) and opens them. */
export class SecretBox {
  /** Names the key within envelopes, so that another one is recognised before it fails. */
  readonly keyId: string;
  private readonly key: Buffer;

  constructor(masterKey: Buffer) {
    this.keyId = createHash('sha256')
      .update('heddle key id')
      .update(masterKey)
      .digest('hex')
      .slice(0, KEY_ID_LENGTH);
    this.key = Buffer.from(hkdfSync('sha256', masterKey, '', 'heddle secret box v1', KEY_BYTES));
  }

  seal(plaintext: string, place: SealedPlace): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, iv, { authTagLength: TAG_BYTES }).setAAD(
      boundTo(place),
    );
    const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    const parts = [iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
    return [VERSION, this.keyId, ...parts].join('.');
  }

  /** @throws SECRET_UNREADABLE when it was sealed with another key, for another place, or changed */
  open(envelope: string, place: SealedPlace): string {
    const [version, keyId, iv, tag, ciphertext] = envelope.split('.');
    if (version !== VERSION || iv === undefined || tag === undefined || ciphertext === undefined) {
      throw unreadable('it has an unknown form');
    }
    if (keyId !== this.keyId) throw unreadable('it was sealed with another key');
    try {
      const decipher = createDecipheriv(ALGORITHM, this.key, Buffer.from(iv, 'base64url'), {
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
