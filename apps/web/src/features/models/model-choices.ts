import type { ModelInstance, ModelType } from '@heddle/contracts';
import type { Choice } from '@heddle/ui';

/** Models that can be chosen, under the names of their providers. */
export const choicesOfModels = (models: readonly ModelInstance[]): readonly Choice[] =>
  models
    .filter(({ is_active: isActive }) => isActive)
    .map((model) => ({
      value: model.id,
      label: model.display_name,
      description: model.display_name === model.model_name ? undefined : model.model_name,
      group: model.provider_name,
    }));

/** The models of one type, those of a provider together and the default first among its own. */
export const modelsOfType = (models: readonly ModelInstance[], type: ModelType): readonly ModelInstance[] =>
  models
    .filter(({ model_type: modelType }) => modelType === type)
    .toSorted(
      (left, right) =>
        left.provider_name.localeCompare(right.provider_name) ||
        Number(right.is_default) - Number(left.is_default) ||
        left.display_name.localeCompare(right.display_name),
    );
