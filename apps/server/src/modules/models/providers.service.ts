import type {
  CreateModelProviderBody,
  ModelProvider,
  ModelProvidersQuery,
  Page,
  UpdateModelProviderBody,
} from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { findPreset } from '../../adapters/models/presets/presets';
import { AuditTrail } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import { SecretBox } from '../../platform/crypto/secret-box';
import { inTransaction } from '../../platform/database/in-transaction';
import { requestErrors } from '../../platform/errors/request-errors';
import { providerOf } from './model-answers';
import { ModelProviderEntity } from './model-provider.entity';
import { ModelRemoval } from './model-removal';
import { ModelsRepository, type ProviderRow } from './models.repository';
import { NO_KEYS, sealedKeys } from './provider-keys';
import { checkedBaseUrl } from './provider-url';
import { WorkspaceModels } from './workspace-models';

type ProviderChanges = Partial<ModelProviderEntity>;

/** What is known of how a provider does is not true of it at another address or with another key. */
const HEALTH_UNKNOWN = {
  health_status: 'unknown',
  health_latency_ms: null,
  health_checked_at: null,
  health_error: null,
} as const;

function baseUrlOf({ base_url, provider_type }: CreateModelProviderBody): string {
  const preset = findPreset(provider_type);
  if (!preset) {
    throw requestErrors.INPUT_INVALID({ path: 'provider_type', reason: 'there is no such kind of provider' });
  }
  const url = base_url ?? preset.base_url;
  if (url === '') throw requestErrors.INPUT_REQUIRED({ path: 'base_url' });
  return checkedBaseUrl(url);
}

/** Keeps the providers of workspaces. */
@Injectable()
export class ProvidersService {
  constructor(
    private readonly database: DataSource,
    private readonly rows: ModelsRepository,
    private readonly models: WorkspaceModels,
    private readonly removal: ModelRemoval,
    private readonly box: SecretBox,
    private readonly audit: AuditTrail,
  ) {}

  async list(actor: Actor, query: ModelProvidersQuery): Promise<Page<ModelProvider>> {
    const page = await this.rows.listProviders(actor.workspaceId, query);
    return { ...page, items: page.items.map(({ provider, modelCount }) => providerOf(provider, modelCount)) };
  }

  /** @throws NOT_FOUND */
  async get(actor: Actor, id: string): Promise<ModelProvider> {
    const { provider, modelCount } = await this.row(actor, id);
    return providerOf(provider, modelCount);
  }

  /** The row itself, for other services of the module. @throws NOT_FOUND */
  async row({ workspaceId }: Pick<Actor, 'workspaceId'>, id: string): Promise<ProviderRow> {
    const row = await this.rows.provider(workspaceId, id);
    if (!row) throw requestErrors.NOT_FOUND({ what: 'the model provider' });
    return row;
  }

  /** @throws PROVIDER_URL_NOT_ALLOWED, INPUT_* */
  async create(actor: Actor, body: CreateModelProviderBody): Promise<ModelProvider> {
    const id = randomUUID();
    const { name, provider_type, is_active } = body;
    const base_url = baseUrlOf(body);
    const keys = sealedKeys(body, id, this.box) ?? NO_KEYS;
    await inTransaction(this.database, async (tx) => {
      await tx.insert(ModelProviderEntity, {
        id,
        workspace_id: actor.workspaceId,
        name,
        provider_type,
        base_url,
        extra_config: body.extra_config,
        is_active,
        created_by: actor.userId,
        ...keys,
      });
      await this.audit.record(tx, actor, { action: 'provider.created', target: { id, name } });
    });
    this.models.changed(actor.workspaceId);
    return this.get(actor, id);
  }

  /** Changes a provider; keys stay behind when it moves. @throws NOT_FOUND, PROVIDER_URL_NOT_ALLOWED, INPUT_* */
  async update(actor: Actor, id: string, body: UpdateModelProviderBody): Promise<ModelProvider> {
    const { provider } = await this.row(actor, id);
    const changes = { ...this.changedAccess(provider, body), ...plainChanges(body) };
    await inTransaction(this.database, async (tx) => {
      await tx.update(
        ModelProviderEntity,
        { id: provider.id, workspace_id: actor.workspaceId },
        { ...changes, updated_at: () => 'now()' },
      );
      const details = { changed: Object.keys(body) };
      await this.audit.record(tx, actor, { action: 'provider.updated', target: provider, details });
    });
    this.models.changed(actor.workspaceId);
    return this.get(actor, id);
  }

  /** Deletes a provider with its models. @throws NOT_FOUND, MODEL_IN_USE */
  async delete(actor: Actor, id: string, isForced: boolean): Promise<void> {
    const { provider } = await this.row(actor, id);
    await this.removal.removeProvider({ workspaceId: actor.workspaceId, id, isForced }, (tx) =>
      this.audit.record(tx, actor, { action: 'provider.deleted', target: provider }),
    );
  }

  private changedAccess(provider: ModelProviderEntity, body: UpdateModelProviderBody): ProviderChanges {
    const base_url = body.base_url === undefined ? provider.base_url : checkedBaseUrl(body.base_url);
    const isMoved = base_url !== provider.base_url;
    const given = sealedKeys(body, provider.id, this.box);
    if (!isMoved && given === undefined) return {};
    // A key is for one address: at another one it would be handed to whoever is there.
    return { base_url, ...(given ?? NO_KEYS), ...HEALTH_UNKNOWN };
  }
}

const plainChanges = ({ name, extra_config, is_active }: UpdateModelProviderBody): ProviderChanges => ({
  ...(name === undefined ? {} : { name }),
  ...(extra_config === undefined ? {} : { extra_config }),
  ...(is_active === undefined ? {} : { is_active }),
});
