import type {
  CreateModelInstanceBody,
  ModelInstance,
  ModelInstancesQuery,
  ModelType,
  Page,
  UpdateModelInstanceBody,
} from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../../platform/auth/actor';
import { inTransaction } from '../../platform/database/in-transaction';
import { isUniqueViolation } from '../../platform/errors/database-errors';
import { requestErrors } from '../../platform/errors/request-errors';
import { instanceOf } from './model-answers';
import { ModelInstanceEntity } from './model-instance.entity';
import { ModelRemoval } from './model-removal';
import { ModelsRepository, type ModelRow } from './models.repository';
import { ProvidersService } from './providers.service';
import { workspaceModelErrors } from './workspace-model-errors';
import { WorkspaceModels } from './workspace-models';

/** A model whose stand-ins are checked. */
interface FallbackList {
  readonly workspaceId: string;
  readonly modelId: string;
  readonly type: ModelType;
  readonly ids: readonly string[];
}

const changesOf = (body: UpdateModelInstanceBody): Partial<ModelInstanceEntity> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

/** Keeps the models of workspaces. */
@Injectable()
export class InstancesService {
  constructor(
    private readonly database: DataSource,
    private readonly rows: ModelsRepository,
    private readonly providers: ProvidersService,
    private readonly models: WorkspaceModels,
    private readonly removal: ModelRemoval,
  ) {}

  async list(actor: Actor, query: ModelInstancesQuery): Promise<Page<ModelInstance>> {
    const page = await this.rows.listModels(actor.workspaceId, query);
    return { ...page, items: page.items.map(({ model, provider }) => instanceOf(model, provider)) };
  }

  /** @throws NOT_FOUND */
  async get(actor: Actor, id: string): Promise<ModelInstance> {
    const { model, provider } = await this.row(actor, id);
    return instanceOf(model, provider);
  }

  /** The row itself, for other services of the module. @throws NOT_FOUND */
  async row({ workspaceId }: Pick<Actor, 'workspaceId'>, id: string): Promise<ModelRow> {
    const row = await this.rows.model(workspaceId, id);
    if (!row) throw requestErrors.NOT_FOUND({ what: 'the model' });
    return row;
  }

  /** @throws NOT_FOUND, MODEL_EXISTS, INPUT_INVALID */
  async create(actor: Actor, providerId: string, body: CreateModelInstanceBody): Promise<ModelInstance> {
    const { workspaceId } = actor;
    const { provider } = await this.providers.row(actor, providerId);
    const id = randomUUID();
    const { model_type: type, fallback_ids: ids } = body;
    await this.checkFallbacks({ workspaceId, modelId: id, type, ids });
    await this.writing(body.model_name, (tx) =>
      tx.insert(ModelInstanceEntity, {
        ...body,
        id,
        workspace_id: workspaceId,
        provider_id: provider.id,
        display_name: body.display_name ?? body.model_name,
      }),
    );
    this.models.changed(workspaceId);
    return this.get(actor, id);
  }

  /** @throws NOT_FOUND, MODEL_EXISTS, INPUT_INVALID */
  async update(actor: Actor, id: string, body: UpdateModelInstanceBody): Promise<ModelInstance> {
    const { workspaceId } = actor;
    const { model } = await this.row(actor, id);
    const { model_type: type } = model;
    await this.checkFallbacks({ workspaceId, modelId: id, type, ids: body.fallback_ids ?? [] });
    await this.writing(body.model_name ?? model.model_name, (tx) =>
      tx.update(
        ModelInstanceEntity,
        { id: model.id, workspace_id: workspaceId },
        { ...changesOf(body), updated_at: () => 'now()' },
      ),
    );
    this.models.changed(workspaceId);
    return this.get(actor, id);
  }

  /** @throws NOT_FOUND, MODEL_IN_USE */
  async delete(actor: Actor, id: string, isForced: boolean): Promise<void> {
    await this.row(actor, id);
    await this.removal.removeModel({ workspaceId: actor.workspaceId, id, isForced });
  }

  /** A model of another workspace is as little there as one that nobody has. */
  private async checkFallbacks({ workspaceId, modelId, type, ids }: FallbackList): Promise<void> {
    const known = await this.rows.idsOfType(workspaceId, ids, type);
    const at = ids.findIndex((id, index) => id === modelId || !known.has(id) || ids.indexOf(id) !== index);
    if (at < 0) return;
    const reason = `must be another model for ${type} of this workspace, named once`;
    throw requestErrors.INPUT_INVALID({ path: `fallback_ids[${at}]`, reason });
  }

  private async writing<T>(model: string, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(this.database, work);
    } catch (error) {
      throw isUniqueViolation(error) ? workspaceModelErrors.MODEL_EXISTS({ model }, error) : error;
    }
  }
}
