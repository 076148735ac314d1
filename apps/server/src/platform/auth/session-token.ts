import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'hds_';
const TOKEN_BYTES = 32;

/** A new session token: 256 random bits, with a prefix by which a leaked one is recognised. */
export const newSessionToken = (): string => PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');

/** What is kept of a token; it has too many bits to need a slow hash. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether a text has the form of a session token at all. */
export const isSessionToken = (text: string): boolean => /^hds_[A-Za-z0-9_-]{43}$/.test(text);
