import type { FlowListQuery } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type EntityManager, type Repository } from 'typeorm';
import { likeAnywhere } from '../../platform/database/paging';
import { FlowEntity } from './entities/flow.entity';
import type { DraftText } from './draft-text';
import type { FlowKey } from './flows.service';

/** A flow as lists show it: without its draft. */
export type FlowRow = Omit<FlowEntity, 'draft' | 'draft_hash'>;

const LISTED = [
  'id',
  'workspace_id',
  'name',
  'description',
  'flow_mode',
  'tags',
  'published_version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof FlowEntity)[];

/** Reads and writes flows; every call is bound to one workspace. */
@Injectable()
export class FlowsRepository {
  constructor(@InjectRepository(FlowEntity) private readonly flows: Repository<FlowEntity>) {}

  async list(workspaceId: string, query: FlowListQuery): Promise<{ rows: FlowRow[]; total: number }> {
    const direction = query.sort.startsWith('-') ? 'DESC' : 'ASC';
    const select = this.flows
      .createQueryBuilder('flow')
      .select(LISTED.map((column) => `flow.${column}`))
      .where('flow.workspace_id = :workspaceId', { workspaceId })
      .andWhere('flow.deleted_at IS NULL')
      .orderBy(`flow.${query.sort.replace('-', '')}`, direction)
      .addOrderBy('flow.id', direction)
      .skip((query.page - 1) * query.page_size)
      .take(query.page_size);
    if (query.mode) select.andWhere('flow.flow_mode = :mode', { mode: query.mode });
    if (query.tag) select.andWhere(':tag = ANY (flow.tags)', { tag: query.tag });
    if (query.q) {
      const like = likeAnywhere(query.q);
      select.andWhere('(flow.name ILIKE :like OR flow.description ILIKE :like)', { like });
    }
    const [rows, total] = await select.getManyAndCount();
    return { rows, total };
  }

  find(workspaceId: string, id: string): Promise<FlowEntity | null> {
    return this.flows.findOneBy({ workspace_id: workspaceId, id, deleted_at: IsNull() });
  }

  async insert(flow: Omit<FlowEntity, 'created_at' | 'updated_at' | 'deleted_at'>): Promise<FlowEntity> {
    await this.flows.insert(flow);
    return this.flows.findOneByOrFail({ workspace_id: flow.workspace_id, id: flow.id });
  }

  /** Changes name, description or tags. */
  async update(
    workspaceId: string,
    id: string,
    changes: Partial<Pick<FlowEntity, 'name' | 'description' | 'tags'>>,
  ): Promise<void> {
    await this.flows.update(
      { workspace_id: workspaceId, id, deleted_at: IsNull() },
      { ...changes, updated_at: () => 'now()' },
    );
  }

  /** Replaces the draft if it is still the one that was edited. @returns when it was saved, or undefined */
  async replaceDraft(
    workspaceId: string,
    id: string,
    { draft, baseHash }: { draft: DraftText; baseHash: string },
  ): Promise<Date | undefined> {
    const result = await this.flows
      .createQueryBuilder()
      .update()
      .set({ draft: draft.definition, draft_hash: draft.hash, updated_at: () => 'now()' })
      .where({ workspace_id: workspaceId, id, draft_hash: baseHash, deleted_at: IsNull() })
      .returning(['updated_at'])
      .execute();
    return (result.raw as Pick<FlowEntity, 'updated_at'>[])[0]?.updated_at;
  }

  /** Takes the next version number and makes it live, if the draft is still the one that was checked. */
  async takeVersion(
    tx: EntityManager,
    { workspaceId, id, draftHash }: { workspaceId: string; id: string; draftHash: string },
  ): Promise<number | undefined> {
    const result = await tx
      .createQueryBuilder()
      .update(FlowEntity)
      .set({
        last_version: () => 'last_version + 1',
        published_version: () => 'last_version + 1',
        updated_at: () => 'now()',
      })
      .where({ workspace_id: workspaceId, id, draft_hash: draftHash, deleted_at: IsNull() })
      .returning(['last_version'])
      .execute();
    return (result.raw as Pick<FlowEntity, 'last_version'>[])[0]?.last_version;
  }

  /** Makes a version live, or none. */
  async setPublished(tx: EntityManager, { workspaceId, id }: FlowKey, version: number | null): Promise<void> {
    await tx.update(
      FlowEntity,
      { workspace_id: workspaceId, id, deleted_at: IsNull() },
      { published_version: version, updated_at: () => 'now()' },
    );
  }

  /** Marks a flow as deleted; its runs stay. @returns whether it was there */
  async markDeleted(tx: EntityManager, { workspaceId, id }: FlowKey): Promise<boolean> {
    const { affected } = await tx.update(
      FlowEntity,
      { workspace_id: workspaceId, id, deleted_at: IsNull() },
      { deleted_at: () => 'now()', published_version: null },
    );
    return affected === 1;
  }
}
