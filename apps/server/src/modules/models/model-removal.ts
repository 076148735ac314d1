import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/in-transaction';
import { ModelInstanceEntity } from './model-instance.entity';
import { ModelProviderEntity } from './model-provider.entity';
import { ModelUses } from './model-uses';
import { ModelsRepository } from './models.repository';
import { workspaceModelErrors } from './workspace-model-errors';
import { WorkspaceModels } from './workspace-models';

/** What is to go. */
export interface Removal {
  readonly workspaceId: string;
  readonly id: string;
  /** Also when flows, defaults or other models use it. */
  readonly isForced: boolean;
}

/** Deletes providers and models that nothing uses. */
@Injectable()
export class ModelRemoval {
  constructor(
    private readonly database: DataSource,
    private readonly rows: ModelsRepository,
    private readonly uses: ModelUses,
    private readonly models: WorkspaceModels,
  ) {}

  /** `then` runs in the same transaction. @throws MODEL_IN_USE */
  async removeProvider(removal: Removal, then: (tx: EntityManager) => Promise<void>): Promise<void> {
    const { workspaceId, id } = removal;
    const models = await this.rows.modelsOf(workspaceId, id);
    await this.remove(
      removal,
      models.map((model) => model.id),
      async (tx) => {
        await tx.delete(ModelProviderEntity, { id, workspace_id: workspaceId });
        await then(tx);
      },
    );
  }

  /** @throws MODEL_IN_USE */
  async removeModel(removal: Removal): Promise<void> {
    const { workspaceId, id } = removal;
    await this.remove(removal, [id], (tx) =>
      tx.delete(ModelInstanceEntity, { id: In([id]), workspace_id: workspaceId }),
    );
  }

  private async remove(
    { workspaceId, isForced }: Removal,
    modelIds: readonly string[],
    work: (tx: EntityManager) => Promise<unknown>,
  ): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const uses = isForced ? [] : await this.uses.find(tx, workspaceId, modelIds);
      if (uses.length > 0) throw workspaceModelErrors.MODEL_IN_USE({ uses });
      await this.rows.forgetFallbacks(tx, workspaceId, modelIds);
      await work(tx);
    });
    this.models.changed(workspaceId);
  }
}
