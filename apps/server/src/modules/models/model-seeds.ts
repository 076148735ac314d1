import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { ModelSettings, type SettingsProvider } from '../../adapters/models/model-settings';
import { SecretBox } from '../../platform/crypto/secret-box';
import { inTransaction } from '../../platform/database/in-transaction';
import { WorkspacesService } from '../workspaces/workspaces.service';
import { ModelInstanceEntity } from './model-instance.entity';
import { ModelProviderEntity } from './model-provider.entity';
import { NO_KEYS, sealedKeys } from './provider-keys';
import { WorkspaceModels } from './workspace-models';

const CLAIM =
  'INSERT INTO model_seeds (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING workspace_id';
const UNSEEDED = `
SELECT id FROM workspaces WHERE NOT EXISTS (SELECT 1 FROM model_seeds WHERE workspace_id = workspaces.id)`;

/** Gives each workspace the provider that `OPENAI_*` names, once: who deletes or changes it is not corrected. */
@Injectable()
export class ModelSeeds implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly database: DataSource,
    private readonly workspaces: WorkspacesService,
    private readonly settings: ModelSettings,
    private readonly models: WorkspaceModels,
    private readonly box: SecretBox,
  ) {}

  onModuleInit(): void {
    const { provider } = this.settings;
    if (provider) this.workspaces.onCreate((tx, workspaceId) => this.seed(tx, workspaceId, provider));
  }

  /** Workspaces from before the variables were set get it too. */
  async onApplicationBootstrap(): Promise<void> {
    const { provider } = this.settings;
    if (!provider) return;
    for (const { id } of await this.database.query<{ id: string }[]>(UNSEEDED)) {
      await inTransaction(this.database, (tx) => this.seed(tx, id, provider));
      this.models.changed(id);
    }
  }

  private async seed(tx: EntityManager, workspaceId: string, provider: SettingsProvider): Promise<void> {
    const claimed = await tx.query<unknown[]>(CLAIM, [workspaceId]);
    if (claimed.length === 0) return;
    const id = randomUUID();
    const { apiKey, baseURL, model, name, type } = provider;
    const keys = apiKey === undefined ? undefined : sealedKeys({ api_key: apiKey }, id, this.box);
    await tx.insert(ModelProviderEntity, {
      id,
      workspace_id: workspaceId,
      name,
      provider_type: type,
      base_url: baseURL,
      ...(keys ?? NO_KEYS),
    });
    if (model === undefined) return;
    const isFirst = !(await tx.existsBy(ModelInstanceEntity, {
      workspace_id: workspaceId,
      model_type: 'llm',
      is_default: true,
    }));
    await tx.insert(ModelInstanceEntity, {
      id: randomUUID(),
      workspace_id: workspaceId,
      provider_id: id,
      model_name: model,
      model_type: 'llm',
      display_name: model,
      is_default: isFirst,
    });
  }
}
