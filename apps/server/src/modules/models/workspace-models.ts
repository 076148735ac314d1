import type { ModelType } from '@heddle/contracts';
import type { ModelChoice } from '@heddle/engine';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { modelErrors } from '../../adapters/models/failures/model-errors';
import type { ModelDirectory } from '../../adapters/models/model-directory';
import { ModelSettings } from '../../adapters/models/model-settings';
import type { ModelTarget } from '../../adapters/models/model-target';
import { EventBus } from '../../platform/bus/event-bus';
import { SecretBox } from '../../platform/crypto/secret-box';
import { chooseModel, fallbacksOf, type ChosenModel } from './model-choice';
import { targetOf } from './model-targets';
import { ModelsRepository, type ModelRow } from './models.repository';

const CHANGED = 'models.changed';
/** How long another process may go without word of a change while Redis is away. */
const TTL_MS = 10_000;
const MAX_WORKSPACES = 500;

type KnownModel = ModelRow['model'] & ModelRow;

/** The models of a workspace at one time. */
interface Known {
  readonly models: readonly KnownModel[];
  readonly targets: Map<string, ModelTarget>;
}

/** Knows which models workspaces have, in memory: it is asked before every call of a model. */
@Injectable()
export class WorkspaceModels implements ModelDirectory, OnModuleDestroy {
  private readonly known = new LRUCache<string, Promise<Known>>({ max: MAX_WORKSPACES, ttl: TTL_MS });
  private readonly stopListening: () => void;

  constructor(
    private readonly rows: ModelsRepository,
    private readonly settings: ModelSettings,
    private readonly box: SecretBox,
    private readonly bus: EventBus,
  ) {
    this.stopListening = bus.subscribe(CHANGED, (workspaceId) => void this.known.delete(String(workspaceId)));
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  /** To be called after every change of a provider or model that has taken effect. */
  changed(workspaceId: string): void {
    this.bus.publish(CHANGED, workspaceId);
  }

  /** What a choice leads to, without opening any key. */
  async choose(workspaceId: string, type: ModelType, choice: ModelChoice): Promise<ChosenModel<KnownModel>> {
    return this.chosen(await this.of(workspaceId), type, choice);
  }

  /** @throws MODEL_NOT_CONFIGURED for a model that is there but cannot be used */
  async find(workspaceId: string, type: ModelType, choice: ModelChoice): Promise<readonly ModelTarget[]> {
    const known = await this.of(workspaceId);
    const chosen = this.chosen(known, type, choice);
    if (chosen.kind === 'settings') {
      const target = this.settings.target(chosen.name);
      return target ? [target] : [];
    }
    if (chosen.kind === 'instance') {
      return [chosen.model, ...fallbacksOf(known.models, chosen.model)].map((one) => this.target(known, one));
    }
    if (chosen.name === undefined) return [];
    throw modelErrors.MODEL_NOT_CONFIGURED({ model: chosen.name });
  }

  private chosen({ models }: Known, type: ModelType, choice: ModelChoice): ChosenModel<KnownModel> {
    return chooseModel({ models, settings: this.settings.provider }, type, choice);
  }

  private target({ targets }: Known, known: KnownModel): ModelTarget {
    const kept = targets.get(known.id);
    if (kept) return kept;
    const target = targetOf(known, this.box);
    targets.set(known.id, target);
    return target;
  }

  private of(workspaceId: string): Promise<Known> {
    const kept = this.known.get(workspaceId);
    if (kept) return kept;
    const loading = this.load(workspaceId);
    this.known.set(workspaceId, loading);
    loading.catch(() => {
      if (this.known.peek(workspaceId) === loading) this.known.delete(workspaceId);
    });
    return loading;
  }

  private async load(workspaceId: string): Promise<Known> {
    const rows = await this.rows.all(workspaceId);
    const models = rows.map((row): KnownModel => {
      const is_active = row.model.is_active && row.provider.is_active;
      return { ...row.model, ...row, is_active };
    });
    return { models, targets: new Map() };
  }
}
