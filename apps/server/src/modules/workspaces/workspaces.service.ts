import type { ListQuery, Page, Workspace, WorkspaceRole } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, EntityManager } from 'typeorm';
import { AuditTrail } from '../../platform/audit/audit-trail';
import { inTransaction } from '../../platform/database/in-transaction';
import { likeAnywhere } from '../../platform/database/paging';
import { MemberEntity } from './member.entity';
import { WorkspaceEntity } from './workspace.entity';

/** The columns that `sort` may name, as they stand in the query. */
const SORT_COLUMNS: Readonly<Record<string, string>> = {
  created_at: 'workspace.created_at',
  name: 'workspace.name',
};

interface NewWorkspace {
  readonly name: string;
  readonly ownerId: string;
}

const toWorkspace = (row: WorkspaceEntity, role: WorkspaceRole): Workspace => ({
  id: row.id,
  name: row.name,
  role,
  created_at: row.created_at.toISOString(),
});

/** Does what a new workspace begins with, in the transaction that makes it. */
export type WorkspaceStep = (tx: EntityManager, workspaceId: string) => Promise<void>;

/** Workspaces and who is in them. */
@Injectable()
export class WorkspacesService {
  private readonly steps: WorkspaceStep[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
  ) {}

  /** Adds a step to the making of every workspace from now on. */
  onCreate(step: WorkspaceStep): void {
    this.steps.push(step);
  }

  /** Makes a workspace whose owner is its maker. */
  create(workspace: NewWorkspace): Promise<Workspace> {
    return inTransaction(this.dataSource, (tx) => this.createIn(tx, workspace));
  }

  /** {@link create} within somebody else's transaction. */
  async createIn(tx: EntityManager, { name, ownerId }: NewWorkspace): Promise<Workspace> {
    const id = randomUUID();
    await tx.insert(WorkspaceEntity, { id, name, created_by: ownerId });
    await tx.insert(MemberEntity, { workspace_id: id, user_id: ownerId, role: 'owner' });
    for (const step of this.steps) await step(tx, id);
    const actor = { workspaceId: id, userId: ownerId };
    await this.audit.record(tx, actor, { action: 'workspace.created', target: { id, name } });
    return toWorkspace(await tx.findOneByOrFail(WorkspaceEntity, { id }), 'owner');
  }

  /** The membership that an account's sessions begin in: its oldest. */
  firstMembership(tx: EntityManager, userId: string): Promise<MemberEntity | null> {
    return tx.findOne(MemberEntity, {
      where: { user_id: userId },
      order: { created_at: 'ASC', workspace_id: 'ASC' },
    });
  }

  /** The workspace that was made first; undefined before setup. */
  async oldest(tx: EntityManager): Promise<string | undefined> {
    const [first] = await tx.find(WorkspaceEntity, { order: { created_at: 'ASC', id: 'ASC' }, take: 1 });
    return first?.id;
  }

  /** The workspaces that an account is a member of. */
  async list(userId: string, query: ListQuery): Promise<Page<Workspace>> {
    const direction = query.sort.startsWith('-') ? 'DESC' : 'ASC';
    const column = SORT_COLUMNS[query.sort.replace(/^-/, '')] ?? 'workspace.created_at';
    const builder = this.dataSource
      .createQueryBuilder(WorkspaceEntity, 'workspace')
      .innerJoin(MemberEntity, 'member', 'member.workspace_id = workspace.id AND member.user_id = :userId', {
        userId,
      })
      .addSelect('member.role', 'role');
    if (query.q) builder.andWhere('workspace.name ILIKE :pattern', { pattern: likeAnywhere(query.q) });
    const total = await builder.getCount();
    const { entities, raw } = await builder
      .orderBy(column, direction)
      .addOrderBy('workspace.id', direction)
      .offset((query.page - 1) * query.page_size)
      .limit(query.page_size)
      .getRawAndEntities<{ role: WorkspaceRole }>();
    const items = entities.map((row, index) => toWorkspace(row, raw[index]?.role ?? 'viewer'));
    return { items, total, page: query.page, page_size: query.page_size };
  }
}
