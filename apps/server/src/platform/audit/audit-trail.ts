import { storableJson, storableText, type AuditAction, type AuditDetails } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../database/in-transaction';
import { CHAIN_START, hashOfEntry } from './audit-chain';
import { AuditEntryEntity } from './audit-entry.entity';
import { AuditHeadEntity } from './audit-head.entity';

/** Who did something, in which workspace; an {@link Actor} is one. */
export interface AuditActor {
  readonly workspaceId: string;
  /** Null when nobody was signed in. */
  readonly userId: string | null;
}

/** What was done. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** To what; nothing when it is about the actor. */
  readonly target?: { readonly id: string | null; readonly name: string } | undefined;
  readonly details?: AuditDetails | undefined;
}

interface HeadRow {
  readonly number: number;
  readonly hash: Buffer;
  readonly email: string | null;
}

/** Takes the next number; until the transaction ends, whoever else writes to this workspace's log waits here. */
const TAKE_NUMBER = `
  INSERT INTO audit_heads AS head (workspace_id, number, hash) VALUES ($1, 1, $2)
  ON CONFLICT (workspace_id) DO UPDATE SET number = head.number + 1
  RETURNING number, hash, (SELECT email FROM users WHERE id = $3::uuid) AS email`;

/** Writes the audit log. */
@Injectable()
export class AuditTrail {
  constructor(private readonly database: DataSource) {}

  /**
   * Adds an entry in the transaction that does what it tells of: both happen or neither. Call it last, because other
   * writers of the workspace wait for the rest of the transaction.
   */
  async record(tx: EntityManager, actor: AuditActor, event: AuditEvent): Promise<void> {
    const { workspaceId, userId } = actor;
    const [head] = await tx.query<HeadRow[]>(TAKE_NUMBER, [workspaceId, CHAIN_START, userId]);
    if (!head) throw new Error('the audit log gave no number');
    const entry = {
      id: randomUUID(),
      workspace_id: workspaceId,
      number: head.number,
      at: new Date(),
      actor_id: userId,
      actor_email: head.email ?? '',
      action: event.action,
      target_id: event.target?.id ?? null,
      target_name: storableText(event.target?.name ?? ''),
      details: storableJson(event.details ?? {}),
    };
    const hash = hashOfEntry(head.hash, entry);
    await tx.insert(AuditEntryEntity, { ...entry, hash });
    await tx.update(AuditHeadEntity, { workspace_id: workspaceId }, { hash });
  }

  /** {@link record} for what changes nothing in the database itself. */
  recordAlone(actor: AuditActor, event: AuditEvent): Promise<void> {
    return inTransaction(this.database, (tx) => this.record(tx, actor, event));
  }
}
