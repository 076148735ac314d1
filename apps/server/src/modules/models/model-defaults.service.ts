import {
  MODEL_TYPES,
  type ModelDefaults,
  type ModelType,
  type UpdateModelDefaultsBody,
} from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../../platform/auth/actor';
import { inTransaction } from '../../platform/database/in-transaction';
import { requestErrors } from '../../platform/errors/request-errors';
import { ModelInstanceEntity } from './model-instance.entity';
import { ModelsRepository } from './models.repository';
import { WorkspaceModels } from './workspace-models';

const NONE: ModelDefaults = {
  llm: null,
  embedding: null,
  rerank: null,
  speech_to_text: null,
  text_to_speech: null,
};

/** Keeps which model stands where none is chosen. */
@Injectable()
export class ModelDefaultsService {
  constructor(
    private readonly database: DataSource,
    private readonly rows: ModelsRepository,
    private readonly models: WorkspaceModels,
  ) {}

  async get({ workspaceId }: Actor): Promise<ModelDefaults> {
    const rows = await this.rows.defaults(workspaceId);
    return { ...NONE, ...Object.fromEntries(rows.map(({ model_type, id }) => [model_type, id])) };
  }

  /** @throws INPUT_INVALID for what is no model of the type in this workspace */
  async update(actor: Actor, body: UpdateModelDefaultsBody): Promise<ModelDefaults> {
    await inTransaction(this.database, async (tx) => {
      for (const type of MODEL_TYPES) {
        const id = body[type];
        if (id !== undefined) await this.choose(tx, actor.workspaceId, { type, id });
      }
    });
    this.models.changed(actor.workspaceId);
    return this.get(actor);
  }

  private async choose(
    tx: EntityManager,
    workspaceId: string,
    { type, id }: { readonly type: ModelType; readonly id: string | null },
  ): Promise<void> {
    const scope = { workspace_id: workspaceId, model_type: type };
    await tx.update(ModelInstanceEntity, { ...scope, is_default: true }, { is_default: false });
    if (id === null) return;
    const { affected } = await tx.update(ModelInstanceEntity, { ...scope, id }, { is_default: true });
    if (affected !== 1) {
      throw requestErrors.INPUT_INVALID({
        path: type,
        reason: `must be a model for ${type} of this workspace`,
      });
    }
  }
}
