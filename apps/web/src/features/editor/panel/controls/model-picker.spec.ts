import type { ModelInstance } from '@heddle/contracts';
import { describe, expect, it } from 'vitest';
import { BY_DEFAULT, choiceOfConfig, modelOfChoice, modelPickerChoices } from './model-picker';

const model = (id: string, extra: Partial<ModelInstance> = {}): ModelInstance =>
  ({
    id,
    model_name: id,
    display_name: id,
    model_type: 'llm',
    provider_name: 'Acme',
    is_active: true,
    is_default: false,
    ...extra,
  }) as ModelInstance;
const models = [model('big', { is_default: true }), model('small'), model('old', { is_active: false })];
const texts = {
  byDefault: 'default',
  byDefaultOf: ({ display_name: name }: ModelInstance) => `default: ${name}`,
  byName: (name: string) => `${name} by name`,
  useName: (name: string) => `use ${name}`,
};
const labels = (chosen: string, query = '', among: readonly ModelInstance[] = models) =>
  modelPickerChoices({ models: among, chosen, query, texts }).map(({ label }) => label);

describe('the choice of a model', () => {
  it('is an id before a name, and the default without either', () => {
    expect(modelOfChoice(choiceOfConfig('big', 'small'))).toEqual({ id: 'big' });
    expect(modelOfChoice(choiceOfConfig(undefined, 'small'))).toEqual({ name: 'small' });
    expect(choiceOfConfig('', undefined)).toBe(BY_DEFAULT);
  });

  it('offers the default and the active models', () => {
    expect(labels(BY_DEFAULT)).toEqual(['default: big', 'big', 'small']);
    expect(labels(BY_DEFAULT, '', [])).toEqual(['default']);
  });

  it('still shows what was chosen when it is off, gone, or a bare name', () => {
    expect(labels('old')).toContain('old');
    expect(labels('deleted')).toContain('deleted');
    expect(labels(choiceOfConfig(undefined, 'by-hand'))).toContain('by-hand by name');
  });

  it('offers a typed name unless a model is called so', () => {
    expect(labels(BY_DEFAULT, 'other')).toContain('use other');
    expect(labels(BY_DEFAULT, 'small')).not.toContain('use small');
  });
});
