import type { ModelDefaults, ModelInstance, ModelProvider, ModelType } from '@heddle/contracts';
import { computed, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { reportError } from '@/app/api/describe-error';
import { useResource } from '@/app/use-resource';
import {
  listModels,
  listPresets,
  listProviders,
  readDefaults,
  readUsage,
  testProvider,
  updateDefaults,
  updateModel,
  updateProvider,
} from './api/models-api';

/** What the page shows of a workspace's models. */
export interface ModelsOverview {
  readonly providers: readonly ModelProvider[];
  readonly models: readonly ModelInstance[];
  readonly defaults: ModelDefaults;
}

async function readOverview(_key: string, signal: AbortSignal): Promise<ModelsOverview> {
  const [providers, models, defaults] = await Promise.all([
    listProviders(signal),
    listModels(undefined, signal),
    readDefaults(signal),
  ]);
  return { providers, models, defaults };
}

/** Loads a workspace's models and does the small changes that need no dialog. */
export function useModels() {
  const { t } = useI18n();
  const overview = useResource(() => 'models', readOverview);
  const presets = useResource(
    () => 'presets',
    (_key, signal) => listPresets(signal),
  );
  const usage = useResource(
    () => 'usage',
    (_key, signal) => readUsage(signal),
  );
  const testing = ref<ReadonlySet<string>>(new Set());

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      reportError(t('models.not_changed'), error);
    }
    await overview.reload();
  }

  async function test(id: string): Promise<void> {
    if (testing.value.has(id)) return;
    testing.value = new Set([...testing.value, id]);
    await attempt(() => testProvider(id));
    testing.value = new Set([...testing.value].filter((other) => other !== id));
  }

  return {
    overview,
    usage,
    presets: computed(() => presets.data.value ?? []),
    /** Ids of providers that are being asked whether they answer. */
    testing,
    test,
    switchProvider: (id: string, isActive: boolean) =>
      attempt(() => updateProvider(id, { is_active: isActive })),
    switchModel: (id: string, isActive: boolean) => attempt(() => updateModel(id, { is_active: isActive })),
    chooseDefault: (type: ModelType, id: string | null) => attempt(() => updateDefaults({ [type]: id })),
  };
}
