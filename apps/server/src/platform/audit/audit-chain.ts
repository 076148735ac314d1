import { createHash } from 'node:crypto';
import type { AuditEntryEntity } from './audit-entry.entity';

/** What stands before the first entry of a workspace. */
export const CHAIN_START = Buffer.alloc(0);

/** Everything of an entry that its hash is of. */
export type ChainedEntry = Omit<AuditEntryEntity, 'hash'>;

/** Binds an entry to the one before it. */
export function hashOfEntry(previous: Buffer, entry: ChainedEntry): Buffer {
  const text = JSON.stringify([
    previous.toString('hex'),
    entry.id,
    entry.workspace_id,
    entry.number,
    entry.at.toISOString(),
    entry.actor_id,
    entry.actor_email,
    entry.action,
    entry.target_id,
    entry.target_name,
    // The database keeps the keys of JSON in an order of its own.
    Object.entries(entry.details).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  return createHash('sha256').update(text).digest();
}

/** How far a chain was followed. */
export interface ChainPosition {
  readonly number: number;
  readonly hash: Buffer;
}

/** Follows a chain over its next entries, in order; gives the number of the first that does not fit, if any. */
export function followChain(
  from: ChainPosition,
  entries: readonly AuditEntryEntity[],
): { readonly position: ChainPosition; readonly firstBroken: number | null } {
  let position = from;
  for (const entry of entries) {
    const number = position.number + 1;
    const isNext = entry.number === number && hashOfEntry(position.hash, entry).equals(entry.hash);
    if (!isNext) return { position, firstBroken: number };
    position = { number, hash: entry.hash };
  }
  return { position, firstBroken: null };
}
