import type { DetectedModels, ModelType } from '@heddle/contracts';
import { computed, ref, shallowRef } from 'vue';
import { isAborted } from '@/app/api/api-error';
import { createModel, detectModels } from './api/models-api';
import { problemText } from './problem-text';

/** A model that a provider has, with what is to become of it. */
export interface FoundModel {
  readonly name: string;
  /** As guessed, until somebody knows better. */
  readonly type: ModelType;
  readonly capabilities: DetectedModels['models'][number]['capabilities'];
  readonly isAdded: boolean;
  readonly isChosen: boolean;
}

/** With so few, most people want them all. */
const CHOOSE_ALL_UP_TO = 10;

function foundModels(models: DetectedModels['models']): readonly FoundModel[] {
  const isChosen = models.length <= CHOOSE_ALL_UP_TO;
  return models.map((model) => ({
    name: model.model_name,
    type: model.model_type,
    capabilities: model.capabilities,
    isAdded: model.is_added,
    isChosen: isChosen && !model.is_added,
  }));
}

/** Asks a provider for its models and adds those that are chosen, one after another. */
export function useDetection() {
  const models = shallowRef<readonly FoundModel[]>([]);
  const isDetecting = ref(false);
  const isAdding = ref(false);
  const error = ref('');
  const chosen = computed(() => models.value.filter(({ isChosen }) => isChosen));
  let turn = 0;

  function change(names: ReadonlySet<string>, part: Partial<FoundModel>): void {
    models.value = models.value.map((model) => (names.has(model.name) ? { ...model, ...part } : model));
  }

  async function detect(providerId: string): Promise<void> {
    const own = (turn += 1);
    models.value = [];
    error.value = '';
    isDetecting.value = true;
    try {
      const found = await detectModels(providerId);
      if (own === turn) models.value = foundModels(found);
    } catch (caught) {
      if (own === turn && !isAborted(caught)) error.value = problemText(caught);
    } finally {
      if (own === turn) isDetecting.value = false;
    }
  }

  /** Answers how many were added; the first that is refused ends it, and stays chosen. */
  async function add(providerId: string): Promise<number> {
    let count = 0;
    error.value = '';
    isAdding.value = true;
    try {
      for (const { name, type, capabilities } of chosen.value) {
        await createModel(providerId, { model_name: name, model_type: type, capabilities });
        change(new Set([name]), { isAdded: true, isChosen: false });
        count += 1;
      }
    } catch (caught) {
      error.value = problemText(caught);
    } finally {
      isAdding.value = false;
    }
    return count;
  }

  return { models, chosen, isDetecting, isAdding, error, change, detect, add };
}
