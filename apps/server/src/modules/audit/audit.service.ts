import type { AuditCheck, AuditEntry, AuditQuery, Page } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { Brackets, DataSource, MoreThan, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { CHAIN_START, followChain, type ChainPosition } from '../../platform/audit/audit-chain';
import { AuditEntryEntity } from '../../platform/audit/audit-entry.entity';
import { AuditHeadEntity } from '../../platform/audit/audit-head.entity';
import { likeAnywhere } from '../../platform/database/paging';

const CHECKED_AT_ONCE = 1_000;

const toEntry = (row: AuditEntryEntity): AuditEntry => ({
  id: row.id,
  number: row.number,
  at: row.at.toISOString(),
  actor_id: row.actor_id,
  actor_email: row.actor_email,
  action: row.action,
  target_id: row.target_id,
  target_name: row.target_name,
  details: row.details,
});

function narrow(builder: SelectQueryBuilder<AuditEntryEntity>, query: AuditQuery): void {
  const { action, actor_id, from, to, q } = query;
  if (action !== undefined) builder.andWhere('entry.action = :action', { action });
  if (actor_id !== undefined) builder.andWhere('entry.actor_id = :actor_id', { actor_id });
  if (from !== undefined) builder.andWhere('entry.at >= :from', { from });
  if (to !== undefined) builder.andWhere('entry.at < :to', { to });
  if (!q) return;
  builder.andWhere(
    new Brackets((found) =>
      found
        .where('entry.target_name ILIKE :pattern', { pattern: likeAnywhere(q) })
        .orWhere('entry.actor_email ILIKE :pattern'),
    ),
  );
}

/** Reads the audit log of workspaces. */
@Injectable()
export class AuditService {
  constructor(private readonly database: DataSource) {}

  async list(workspaceId: string, query: AuditQuery): Promise<Page<AuditEntry>> {
    const { page, page_size, sort } = query;
    const builder = this.database
      .createQueryBuilder(AuditEntryEntity, 'entry')
      .where('entry.workspace_id = :workspaceId', { workspaceId });
    narrow(builder, query);
    const [rows, total] = await builder
      .orderBy('entry.number', sort.startsWith('-') ? 'DESC' : 'ASC')
      .skip((page - 1) * page_size)
      .take(page_size)
      .getManyAndCount();
    return { items: rows.map(toEntry), total, page, page_size };
  }

  /** Follows the whole chain, as it was at one moment. */
  check(workspaceId: string): Promise<AuditCheck> {
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      let position: ChainPosition = { number: 0, hash: CHAIN_START };
      for (;;) {
        const entries = await nextEntries(tx, workspaceId, position.number);
        const followed = followChain(position, entries);
        position = followed.position;
        if (followed.firstBroken !== null) return broken(position.number, followed.firstBroken);
        if (entries.length < CHECKED_AT_ONCE) break;
      }
      const head = await tx.findOneBy(AuditHeadEntity, { workspace_id: workspaceId });
      const isWhole =
        (head?.number ?? 0) === position.number && (head?.hash ?? CHAIN_START).equals(position.hash);
      return isWhole
        ? { is_intact: true, entries: position.number, first_broken: null }
        : broken(position.number, position.number + 1);
    });
  }
}

const broken = (entries: number, first_broken: number): AuditCheck => ({
  is_intact: false,
  entries,
  first_broken,
});

const nextEntries = (tx: EntityManager, workspaceId: string, after: number): Promise<AuditEntryEntity[]> =>
  tx.find(AuditEntryEntity, {
    where: { workspace_id: workspaceId, number: MoreThan(after) },
    order: { number: 'ASC' },
    take: CHECKED_AT_ONCE,
  });
