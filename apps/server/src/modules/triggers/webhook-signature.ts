import { createHmac, timingSafeEqual } from 'node:crypto';
import { triggerErrors } from './trigger-errors';

/** How far a signature's time may lie from ours, in both directions. */
export const SIGNATURE_MAX_AGE_SECONDS = 300;
/** Signatures without a time are remembered for long: nothing else keeps them from being sent again. */
const PLAIN_KEPT_SECONDS = 90 * 24 * 3_600;

const MAX_SIGNATURES = 5;
const HEX_SHA256 = /^[0-9a-f]{64}$/i;

/** A request as its sender signed it. */
export interface SignedRequest {
  readonly heddleHeader: string | undefined;
  /** `X-Hub-Signature-256`, as GitHub sends it. */
  readonly hubHeader: string | undefined;
  readonly body: Uint8Array;
}

/** A signature that is right. */
export interface GoodSignature {
  readonly digest: Buffer;
  /** When it need not be remembered any more, in milliseconds since 1970. */
  readonly expiresAtMs: number;
}

const hmac = (secret: string, ...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHmac('sha256', secret);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const isDigest = (digest: Buffer, hex: string): boolean =>
  HEX_SHA256.test(hex) && timingSafeEqual(digest, Buffer.from(hex, 'hex'));

interface TimedHeader {
  readonly time: string;
  readonly signatures: readonly string[];
}

/** Reads `t=<seconds>,v1=<hex>`; several `v1` may stand there while a secret is being changed. */
function readTimed(header: string): TimedHeader {
  const fields = header.split(',').map((field) => field.trim().split('=', 2));
  const valuesOf = (name: string): string[] =>
    fields.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []));
  const [time = '', ...others] = valuesOf('t');
  const signatures = valuesOf('v1');
  const isRead = /^\d{1,12}$/.test(time) && others.length === 0 && signatures.length <= MAX_SIGNATURES;
  if (!isRead) throw triggerErrors.WEBHOOK_SIGNATURE({});
  return { time, signatures };
}

interface Check {
  readonly body: Uint8Array;
  readonly secret: string;
  readonly nowMs: number;
}

function verifyTimed(header: string, { body, secret, nowMs }: Check): GoodSignature {
  const { time, signatures } = readTimed(header);
  const digest = hmac(secret, `${time}.`, body);
  if (!signatures.some((hex) => isDigest(digest, hex))) throw triggerErrors.WEBHOOK_SIGNATURE({});
  const timeMs = Number(time) * 1000;
  if (Math.abs(nowMs - timeMs) > SIGNATURE_MAX_AGE_SECONDS * 1000) {
    throw triggerErrors.WEBHOOK_STALE({ reason: 'its time is more than 5 minutes from now' });
  }
  return { digest, expiresAtMs: timeMs + 2 * SIGNATURE_MAX_AGE_SECONDS * 1000 };
}

/**
 * Checks that a request was signed with a secret, over the bytes that came in.
 * @throws WEBHOOK_SIGNATURE, WEBHOOK_STALE
 */
export function verifySignature(request: SignedRequest, secret: string, nowMs: number): GoodSignature {
  const { heddleHeader, hubHeader, body } = request;
  if (heddleHeader !== undefined) return verifyTimed(heddleHeader, { body, secret, nowMs });
  const digest = hmac(secret, body);
  if (hubHeader?.startsWith('sha256=') && isDigest(digest, hubHeader.slice('sha256='.length))) {
    return { digest, expiresAtMs: nowMs + PLAIN_KEPT_SECONDS * 1000 };
  }
  throw triggerErrors.WEBHOOK_SIGNATURE({});
}
