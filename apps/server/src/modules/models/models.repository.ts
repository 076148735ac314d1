import type { ModelInstancesQuery, ModelProvidersQuery, ModelType, Page } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ILike, In, type EntityManager, type Repository } from 'typeorm';
import { findPage, likeAnywhere } from '../../platform/database/paging';
import { ModelInstanceEntity } from './model-instance.entity';
import { ModelProviderEntity } from './model-provider.entity';

/** A model with its provider. */
export interface ModelRow {
  readonly model: ModelInstanceEntity;
  readonly provider: ModelProviderEntity;
}

/** A provider with the number of its models. */
export interface ProviderRow {
  readonly provider: ModelProviderEntity;
  readonly modelCount: number;
}

const OLDEST_FIRST = { created_at: 'ASC', id: 'ASC' } as const;

const UNFALL = `
UPDATE model_instances SET fallback_ids = ARRAY(
  SELECT each.id FROM unnest(fallback_ids) WITH ORDINALITY AS each (id, position)
  WHERE NOT each.id = ANY ($2::uuid[]) ORDER BY each.position)
WHERE workspace_id = $1 AND fallback_ids && $2::uuid[]`;

/** Reads providers and models; every call is bound to one workspace. */
@Injectable()
export class ModelsRepository {
  constructor(
    @InjectRepository(ModelProviderEntity) private readonly providers: Repository<ModelProviderEntity>,
    @InjectRepository(ModelInstanceEntity) private readonly models: Repository<ModelInstanceEntity>,
  ) {}

  async listProviders(workspaceId: string, query: ModelProvidersQuery): Promise<Page<ProviderRow>> {
    const named = query.q ? { name: ILike(likeAnywhere(query.q)) } : {};
    const where = { workspace_id: workspaceId, ...named };
    const page = await findPage({ rows: this.providers, where, query, toItem: (row) => row });
    const counts = await this.countModels(
      workspaceId,
      page.items.map(({ id }) => id),
    );
    return {
      ...page,
      items: page.items.map((provider) => ({ provider, modelCount: counts.get(provider.id) ?? 0 })),
    };
  }

  async provider(workspaceId: string, id: string): Promise<ProviderRow | undefined> {
    const provider = await this.providers.findOneBy({ workspace_id: workspaceId, id });
    if (provider === null) return undefined;
    const modelCount = await this.models.countBy({ workspace_id: workspaceId, provider_id: id });
    return { provider, modelCount };
  }

  async listModels(workspaceId: string, query: ModelInstancesQuery): Promise<Page<ModelRow>> {
    const scope = {
      workspace_id: workspaceId,
      ...(query.type === undefined ? {} : { model_type: query.type }),
      ...(query.provider_id === undefined ? {} : { provider_id: query.provider_id }),
    };
    const text = query.q ? ILike(likeAnywhere(query.q)) : undefined;
    const where = text
      ? [
          { ...scope, display_name: text },
          { ...scope, model_name: text },
        ]
      : scope;
    const page = await findPage({ rows: this.models, where, query, toItem: (row) => row });
    return { ...page, items: await this.withProviders(workspaceId, page.items) };
  }

  async model(workspaceId: string, id: string): Promise<ModelRow | undefined> {
    const model = await this.models.findOneBy({ workspace_id: workspaceId, id });
    return model === null ? undefined : (await this.withProviders(workspaceId, [model]))[0];
  }

  /** All models of a workspace, the oldest first. */
  async all(workspaceId: string): Promise<readonly ModelRow[]> {
    const models = await this.models.find({ where: { workspace_id: workspaceId }, order: OLDEST_FIRST });
    return this.withProviders(workspaceId, models);
  }

  modelsOf(workspaceId: string, providerId: string): Promise<ModelInstanceEntity[]> {
    return this.models.findBy({ workspace_id: workspaceId, provider_id: providerId });
  }

  defaults(workspaceId: string): Promise<ModelInstanceEntity[]> {
    return this.models.findBy({ workspace_id: workspaceId, is_default: true });
  }

  /** Which of some ids are models of a type. */
  async idsOfType(
    workspaceId: string,
    ids: readonly string[],
    type: ModelType,
  ): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const where = { workspace_id: workspaceId, id: In([...ids]), model_type: type };
    return new Set((await this.models.find({ where, select: { id: true } })).map(({ id }) => id));
  }

  /** Takes models out of the lists of those that stand in for others. */
  async forgetFallbacks(tx: EntityManager, workspaceId: string, ids: readonly string[]): Promise<void> {
    await tx.query(UNFALL, [workspaceId, ids]);
  }

  private async withProviders(
    workspaceId: string,
    models: readonly ModelInstanceEntity[],
  ): Promise<readonly ModelRow[]> {
    if (models.length === 0) return [];
    const ids = [...new Set(models.map(({ provider_id }) => provider_id))];
    const rows = await this.providers.findBy({ workspace_id: workspaceId, id: In(ids) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return models.flatMap((model) => {
      const provider = byId.get(model.provider_id);
      return provider ? [{ model, provider }] : [];
    });
  }

  private async countModels(
    workspaceId: string,
    providerIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    if (providerIds.length === 0) return new Map();
    const rows = await this.models
      .createQueryBuilder('model')
      .select('model.provider_id', 'id')
      .addSelect('count(*)::int', 'count')
      .where({ workspace_id: workspaceId, provider_id: In([...providerIds]) })
      .groupBy('model.provider_id')
      .getRawMany<{ id: string; count: number }>();
    return new Map(rows.map(({ id, count }) => [id, count]));
  }
}
