import { createHash } from 'node:crypto';

/** A draft ready to be stored, with the hash that tells whether somebody else saved meanwhile. */
export interface DraftText {
  readonly definition: object;
  readonly text: string;
  readonly hash: string;
}

/** Writes a draft as text and hashes it; equal documents have equal hashes. */
export function draftText(definition: object): DraftText {
  const text = JSON.stringify(definition);
  return { definition, text, hash: createHash('sha256').update(text).digest('hex') };
}
