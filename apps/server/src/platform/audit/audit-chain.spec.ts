import { CHAIN_START, followChain, hashOfEntry } from './audit-chain';
import type { AuditEntryEntity } from './audit-entry.entity';

const START = { number: 0, hash: CHAIN_START };

function chainOf(names: readonly string[]): AuditEntryEntity[] {
  let previous: Buffer = CHAIN_START;
  return names.map((name, index) => {
    const entry = {
      id: `00000000-0000-4000-8000-00000000000${index}`,
      workspace_id: '10000000-0000-4000-8000-000000000000',
      number: index + 1,
      at: new Date(Date.UTC(2026, 0, 1, index)),
      actor_id: null,
      actor_email: 'a@example.com',
      action: 'secret.created' as const,
      target_id: null,
      target_name: name,
      details: { b: 1, a: ['x'] },
    };
    previous = hashOfEntry(previous, entry);
    return { ...entry, hash: previous };
  });
}

const changed = (rows: AuditEntryEntity[], index: number, change: Partial<AuditEntryEntity>) =>
  rows.map((row, at) => (at === index ? { ...row, ...change } : row));

describe('the chain of an audit log', () => {
  it('holds for entries as they were written, whatever order the database keeps keys in', () => {
    const rows = chainOf(['one', 'two', 'three']).map((row) => ({ ...row, details: { a: ['x'], b: 1 } }));
    expect(followChain(START, rows)).toMatchObject({ position: { number: 3 }, firstBroken: null });
  });

  it.each<[string, Partial<AuditEntryEntity>]>([
    ['its name', { target_name: 'other' }],
    ['its actor', { actor_email: 'b@example.com' }],
    ['its action', { action: 'secret.deleted' }],
    ['its time', { at: new Date(0) }],
    ['its details', { details: { a: ['x'], b: 2 } }],
    ['its workspace', { workspace_id: '20000000-0000-4000-8000-000000000000' }],
  ])('breaks at an entry that lost %s', (_, change) => {
    expect(followChain(START, changed(chainOf(['one', 'two', 'three']), 1, change)).firstBroken).toBe(2);
  });

  it('breaks where an entry is missing, and where a changed one was given a hash that fits it', () => {
    const rows = chainOf(['one', 'two', 'three']);
    expect(followChain(START, rows.toSpliced(1, 1)).firstBroken).toBe(2);
    const [first, second] = rows;
    if (!first || !second) throw new Error('the chain has entries');
    const forged = { ...second, target_name: 'forged' };
    const rehashed = changed(rows, 1, { ...forged, hash: hashOfEntry(first.hash, forged) });
    expect(followChain(START, rehashed).firstBroken).toBe(3);
  });
});
