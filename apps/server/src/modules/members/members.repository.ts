import type { ListQuery, Member, Page, WorkspaceRole } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { likeAnywhere } from '../../platform/database/paging';
import { requestErrors } from '../../platform/errors/request-errors';

interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: WorkspaceRole;
  readonly created_at: Date;
  readonly last_active_at: Date | null;
}

const COLUMNS = `
  u.id, u.email, u.name, m.role, m.created_at,
  (SELECT max(s.last_used_at) FROM auth_sessions s
   WHERE s.user_id = u.id AND s.workspace_id = m.workspace_id) AS last_active_at`;
const FROM = 'FROM workspace_members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1';

/** The columns that `sort` may name, as they stand in the query. */
const SORT_COLUMNS: Readonly<Record<string, string>> = {
  name: 'lower(u.name)',
  email: 'u.email',
  created_at: 'm.created_at',
};

const toMember = ({ created_at, last_active_at, ...row }: MemberRow): Member => ({
  ...row,
  created_at: created_at.toISOString(),
  last_active_at: last_active_at?.toISOString() ?? null,
});

/** Reads the members of workspaces together with their accounts. */
@Injectable()
export class MembersRepository {
  constructor(private readonly database: DataSource) {}

  async list(workspaceId: string, { page, page_size, q, sort }: ListQuery): Promise<Page<Member>> {
    const pattern = likeAnywhere(q ?? '');
    const from = `${FROM} AND (u.name ILIKE $2 OR u.email ILIKE $2)`;
    const column = SORT_COLUMNS[sort.replace(/^-/, '')] ?? 'u.email';
    const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
    const [counted] = await this.database.query<{ total: number }[]>(
      `SELECT count(*)::int AS total ${from}`,
      [workspaceId, pattern],
    );
    const rows = await this.database.query<MemberRow[]>(
      `SELECT ${COLUMNS} ${from} ORDER BY ${column} ${direction}, u.id ${direction} LIMIT $3 OFFSET $4`,
      [workspaceId, pattern, page_size, (page - 1) * page_size],
    );
    return { items: rows.map(toMember), total: counted?.total ?? 0, page, page_size };
  }

  /** @throws NOT_FOUND */
  async get(tx: EntityManager, workspaceId: string, userId: string): Promise<Member> {
    const [row] = await tx.query<MemberRow[]>(`SELECT ${COLUMNS} ${FROM} AND u.id = $2`, [
      workspaceId,
      userId,
    ]);
    if (!row) throw requestErrors.NOT_FOUND({ what: 'the member' });
    return toMember(row);
  }
}
