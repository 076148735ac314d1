import type { ModelInstance } from '@heddle/contracts';
import type { Choice } from '@heddle/ui';
import { choicesOfModels, modelsOfType } from '@/features/models/model-choices';

/** The choice that stands for "whatever the workspace's default is". */
export const BY_DEFAULT = 'default';
const NAME = 'name:';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What a node's config says about its model, as one choice. */
export function choiceOfConfig(id: unknown, name: unknown): string {
  const bareName = text(name);
  return text(id) ?? (bareName === undefined ? BY_DEFAULT : NAME + bareName);
}

/** A choice as a node's config holds it: an id, a bare name, or neither. */
export function modelOfChoice(choice: string): { readonly id?: string; readonly name?: string } {
  if (choice === BY_DEFAULT) return {};
  return choice.startsWith(NAME) ? { name: choice.slice(NAME.length) } : { id: choice };
}

interface PickerParts {
  readonly models: readonly ModelInstance[];
  readonly chosen: string;
  /** What is searched for; offered as a bare name when no model is called so. */
  readonly query: string;
  readonly texts: {
    readonly byDefault: string;
    readonly byDefaultOf: (model: ModelInstance) => string;
    readonly byName: (name: string) => string;
    readonly useName: (name: string) => string;
  };
}

/** What is chosen, when the list of models does not have it. */
function strayChoice({ models, chosen, texts }: PickerParts): Choice | undefined {
  const { id, name } = modelOfChoice(chosen);
  if (name !== undefined) return { value: chosen, label: texts.byName(name) };
  const model = models.find((candidate) => candidate.id === id);
  if (id === undefined || model?.is_active === true) return undefined;
  return { value: chosen, label: model?.display_name ?? id };
}

function typedChoice({ models, chosen, query, texts }: PickerParts): Choice | undefined {
  const typed = query.trim();
  const isKnown = models.some((model) => model.model_name === typed || model.display_name === typed);
  if (typed === '' || isKnown || chosen === NAME + typed) return undefined;
  return { value: NAME + typed, label: texts.useName(typed) };
}

/** Everything a node's model can be: the default, the active models by provider, and bare names. */
export function modelPickerChoices(parts: PickerParts): readonly Choice[] {
  const { models, texts } = parts;
  const standard = models.find(({ is_default: isDefault }) => isDefault);
  const byDefault = { value: BY_DEFAULT, label: standard ? texts.byDefaultOf(standard) : texts.byDefault };
  const others = [strayChoice(parts), ...choicesOfModels(modelsOfType(models, 'llm')), typedChoice(parts)];
  return [byDefault, ...others.filter((choice) => choice !== undefined)];
}
