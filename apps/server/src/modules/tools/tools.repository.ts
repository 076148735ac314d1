import type { ToolListQuery } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ILike, In, Repository, type EntityManager } from 'typeorm';
import { findPage, likeAnywhere } from '../../platform/database/paging';
import { ToolEntity, type NewTool, type ToolChanges } from './tool.entity';
import { ToolSourceEntity, type NewToolSource, type ToolSourceChanges } from './tool-source.entity';

/** A tool with the service that it calls. */
export interface ToolRow {
  readonly tool: ToolEntity;
  readonly source: ToolSourceEntity | undefined;
}

/** Tools that are to be written, with the service that they call. */
export interface NewTools {
  readonly source?: NewToolSource;
  readonly tools: readonly NewTool[];
}

/** Reads and writes the tools of workspaces. */
@Injectable()
export class ToolsRepository {
  constructor(
    @InjectRepository(ToolEntity) private readonly tools: Repository<ToolEntity>,
    @InjectRepository(ToolSourceEntity) private readonly sources: Repository<ToolSourceEntity>,
  ) {}

  async list(workspaceId: string, query: ToolListQuery): Promise<{ rows: ToolRow[]; total: number }> {
    const { kind, q } = query;
    if (kind === 'builtin') return { rows: [], total: 0 };
    const scope = { workspace_id: workspaceId, ...(kind === undefined ? {} : { kind }) };
    const text = q ? ILike(likeAnywhere(q)) : undefined;
    const where = text
      ? [
          { ...scope, name: text },
          { ...scope, description: text },
        ]
      : scope;
    const page = await findPage({ rows: this.tools, where, query, toItem: (row) => row });
    return { rows: await this.withSources(workspaceId, page.items), total: page.total };
  }

  async find(workspaceId: string, id: string): Promise<ToolRow | undefined> {
    const tool = await this.tools.findOneBy({ workspace_id: workspaceId, id });
    return tool === null ? undefined : (await this.withSources(workspaceId, [tool]))[0];
  }

  /** The newest search of the web that a workspace has set up. */
  async findSearch(workspaceId: string): Promise<ToolRow | undefined> {
    const tool = await this.tools.findOne({
      where: { workspace_id: workspaceId, kind: 'web_search', is_enabled: true },
      order: { created_at: 'DESC' },
    });
    return tool === null ? undefined : (await this.withSources(workspaceId, [tool]))[0];
  }

  async names(workspaceId: string): Promise<string[]> {
    const rows = await this.tools.find({ where: { workspace_id: workspaceId }, select: { name: true } });
    return rows.map(({ name }) => name);
  }

  async insert(tx: EntityManager, { source, tools }: NewTools): Promise<void> {
    if (source) await tx.insert(ToolSourceEntity, source);
    await tx.insert(ToolEntity, [...tools]);
  }

  async update(
    tx: EntityManager,
    row: ToolRow,
    changes: { readonly tool: ToolChanges; readonly source: ToolSourceChanges | undefined },
  ): Promise<void> {
    const { id, workspace_id } = row.tool;
    await tx.update(ToolEntity, { id, workspace_id }, { ...changes.tool, updated_at: () => 'now()' });
    if (!row.source || !changes.source) return;
    const scope = { id: row.source.id, workspace_id };
    await tx.update(ToolSourceEntity, scope, { ...changes.source, updated_at: () => 'now()' });
  }

  /** Takes a tool away, and the service with the last of its tools. */
  async delete(tx: EntityManager, { tool, source }: ToolRow): Promise<void> {
    const { workspace_id } = tool;
    await tx.delete(ToolEntity, { id: tool.id, workspace_id });
    if (!source) return;
    const hasOthers = await tx.existsBy(ToolEntity, { source_id: source.id, workspace_id });
    if (!hasOthers) await tx.delete(ToolSourceEntity, { id: source.id, workspace_id });
  }

  private async withSources(workspaceId: string, tools: readonly ToolEntity[]): Promise<ToolRow[]> {
    const ids = [...new Set(tools.flatMap(({ source_id: id }) => (id === null ? [] : [id])))];
    const found =
      ids.length === 0 ? [] : await this.sources.findBy({ workspace_id: workspaceId, id: In(ids) });
    const byId = new Map(found.map((source) => [source.id, source]));
    return tools.map((tool) => ({ tool, source: byId.get(tool.source_id ?? '') }));
  }
}
