import type { ModelType } from '@heddle/contracts';
import type { ModelChoice } from '@heddle/engine';

/** A model as far as choosing between models goes. */
export interface ChoosableModel {
  readonly id: string;
  readonly model_name: string;
  readonly model_type: ModelType;
  readonly display_name: string;
  readonly is_default: boolean;
  /** False also where only the provider is switched off. */
  readonly is_active: boolean;
}

/** What the settings of the server (`OPENAI_*`) offer where a workspace has nothing; undefined when that is nothing. */
export type OfferedBySettings = { readonly model: string | undefined } | undefined;

/** From what a model is chosen. */
export interface ModelOffer<Model extends ChoosableModel> {
  /** All of a workspace, the oldest first. */
  readonly models: readonly Model[];
  readonly settings: OfferedBySettings;
}

/** What a choice leads to: a model of the workspace, one of the settings, or none and why. */
export type ChosenModel<Model extends ChoosableModel> =
  | { readonly kind: 'instance'; readonly model: Model }
  | { readonly kind: 'settings'; readonly name: string }
  | {
      readonly kind: 'none';
      /** `missing`: not there; `off`: switched off; `type`: for something else; `nothing`: nothing is set up. */
      readonly reason: 'missing' | 'off' | 'type' | 'nothing';
      /** The model that was asked for, as people know it. */
      readonly name?: string;
    };

const none = (reason: 'missing' | 'off' | 'type', name: string) => ({ kind: 'none', reason, name }) as const;

function byId<Model extends ChoosableModel>(
  models: readonly Model[],
  type: ModelType,
  id: string,
): ChosenModel<Model> {
  const model = models.find((one) => one.id === id.toLowerCase());
  // Never something else instead: least of all the key of the settings for a provider that was taken away.
  if (!model) return none('missing', id);
  if (model.model_type !== type) return none('type', model.display_name);
  return model.is_active ? { kind: 'instance', model } : none('off', model.display_name);
}

const preferred = <Model extends ChoosableModel>(models: readonly Model[]): Model | undefined => {
  const active = models.filter(({ is_active }) => is_active);
  return active.find(({ is_default }) => is_default) ?? active[0];
};

function byName<Model extends ChoosableModel>(
  models: readonly Model[],
  settings: OfferedBySettings,
  name: string,
): ChosenModel<Model> {
  const named = models.filter((model) => model.model_name === name);
  const model = preferred(named);
  if (model) return { kind: 'instance', model };
  if (named.length > 0) return none('off', name);
  return settings ? { kind: 'settings', name } : none('missing', name);
}

/**
 * Chooses a model: the one with the id that is asked for; else the active one of the name that is asked for, the
 * default before the oldest; else, where nothing is asked for, the workspace's default, its oldest active one, the one
 * of the settings. What is asked for and not to be had is never replaced.
 */
export function chooseModel<Model extends ChoosableModel>(
  { models, settings }: ModelOffer<Model>,
  type: ModelType,
  choice: ModelChoice,
): ChosenModel<Model> {
  if (choice.modelInstanceId) return byId(models, type, choice.modelInstanceId);
  const ofType = models.filter((model) => model.model_type === type);
  if (choice.model) return byName(ofType, settings, choice.model);
  const model = preferred(ofType);
  if (model) return { kind: 'instance', model };
  const offered = type === 'llm' ? settings?.model : undefined;
  return offered === undefined ? { kind: 'none', reason: 'nothing' } : { kind: 'settings', name: offered };
}

/** The active models that stand in for one, in their order. */
export function fallbacksOf<Model extends ChoosableModel>(
  models: readonly Model[],
  model: Model & { readonly fallback_ids: readonly string[] },
): readonly Model[] {
  return model.fallback_ids.flatMap((id) =>
    models.filter((one) => one.id === id && one.is_active && one.model_type === model.model_type),
  );
}
