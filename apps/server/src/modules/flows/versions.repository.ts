import type { FlowVersion, ListQuery, Page, UpdateVersionBody } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { requestErrors } from '../../platform/errors/request-errors';
import { FlowVersionEntity } from './entities/flow-version.entity';
import type { FlowKey } from './flows.service';

interface VersionRow {
  readonly version: number;
  readonly name: string;
  readonly note: string;
  readonly created_at: Date;
  readonly user_id: string | null;
  readonly user_name: string | null;
}

const COLUMNS = `v.version, v.name, v.note, v.created_at, u.id AS user_id, u.name AS user_name
  FROM flow_versions v LEFT JOIN users u ON u.id = v.created_by
  WHERE v.workspace_id = $1 AND v.flow_id = $2`;

const versionOf = (row: VersionRow): FlowVersion => ({
  version: row.version,
  name: row.name,
  note: row.note,
  created_at: row.created_at.toISOString(),
  created_by: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
});

/** Reads and writes published versions. */
@Injectable()
export class VersionsRepository {
  constructor(
    @InjectRepository(FlowVersionEntity) private readonly versions: Repository<FlowVersionEntity>,
  ) {}

  async insert(tx: EntityManager, version: Omit<FlowVersionEntity, 'created_at'>): Promise<void> {
    await tx.insert(FlowVersionEntity, version);
  }

  async list({ workspaceId, id }: FlowKey, query: ListQuery): Promise<Page<FlowVersion>> {
    const direction = query.sort.startsWith('-') ? 'DESC' : 'ASC';
    const rows = await this.versions.query<(VersionRow & { total: string })[]>(
      `SELECT count(*) OVER () AS total, ${COLUMNS} AND ($5::text IS NULL OR strpos(lower(v.name || ' ' || v.note), lower($5)) > 0)
      ORDER BY v.version ${direction} LIMIT $3 OFFSET $4`,
      [workspaceId, id, query.page_size, (query.page - 1) * query.page_size, query.q ?? null],
    );
    const total = Number(rows[0]?.total ?? 0);
    return { items: rows.map(versionOf), total, page: query.page, page_size: query.page_size };
  }

  /** @throws NOT_FOUND */
  async summary({ workspaceId, id }: FlowKey, version: number): Promise<FlowVersion> {
    const [row] = await this.versions.query<VersionRow[]>(`SELECT ${COLUMNS} AND v.version = $3`, [
      workspaceId,
      id,
      version,
    ]);
    if (!row) throw requestErrors.NOT_FOUND({ what: 'the version' });
    return versionOf(row);
  }

  /** Changes what a version is called, not what it runs. */
  async rename(
    { workspaceId, id }: FlowKey,
    version: number,
    { name, note }: UpdateVersionBody,
  ): Promise<void> {
    const key = { workspace_id: workspaceId, flow_id: id, version };
    const change = { ...(name === undefined ? {} : { name }), ...(note === undefined ? {} : { note }) };
    if (Object.keys(change).length > 0) await this.versions.update(key, change);
  }

  /** @throws NOT_FOUND */
  async definition({ workspaceId, id }: FlowKey, version: number): Promise<object> {
    const row = await this.versions.findOneBy({ workspace_id: workspaceId, flow_id: id, version });
    if (!row) throw requestErrors.NOT_FOUND({ what: 'the version' });
    return row.definition;
  }
}
