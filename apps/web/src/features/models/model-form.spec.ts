import type { ModelInstance } from '@heddle/contracts';
import { describe, expect, it } from 'vitest';
import { createModelBodyOf, draftOfModel, emptyModelDraft, updateModelBodyOf } from './model-form';

const stored = {
  model_name: 'acme-1',
  model_type: 'llm',
  display_name: 'Acme One',
  capabilities: { tools: true, vision: false, context_length: 8_000 },
  default_params: { temperature: 0.2, stop: ['END'], seed: 7, top_p: 'odd' },
  price: { input: 1, output: 2 },
  limits: { requests_per_minute: 60, tokens_per_minute: null, concurrency: null },
  fallback_ids: ['b', 'a'],
};

describe('the form of a model', () => {
  it('stores unchanged what it was opened with', () => {
    expect(updateModelBodyOf(draftOfModel(stored as unknown as ModelInstance))).toEqual({
      model_name: stored.model_name,
      display_name: stored.display_name,
      capabilities: { tools: true, context_length: 8_000 },
      default_params: stored.default_params,
      price: stored.price,
      limits: stored.limits,
      fallback_ids: stored.fallback_ids,
    });
  });

  it('takes an emptied number away instead of storing it', () => {
    const draft = draftOfModel(stored as unknown as ModelInstance);
    const body = updateModelBodyOf({
      ...draft,
      params: { ...draft.params, temperature: undefined },
      stop: '',
      price: {},
      limits: {},
    });
    expect(body).toMatchObject({ price: null, limits: { requests_per_minute: null } });
    expect(body.default_params).toEqual({ seed: 7, top_p: 'odd' });
  });

  it('leaves the display name of a new model to the server', () => {
    const body = createModelBodyOf({ ...emptyModelDraft('rerank'), modelName: ' acme-rerank ' });
    expect(body).toMatchObject({ model_name: 'acme-rerank', model_type: 'rerank', price: null });
    expect(body).not.toHaveProperty('display_name');
  });
});
