import type { ModelType, ModelUse } from '@heddle/contracts';
import { defineErrors } from '@heddle/model';

const count = (uses: readonly ModelUse[]): string =>
  uses.length === 1 ? '1 place' : `${uses.length} places`;

/** Errors about the models that a workspace has. */
export const workspaceModelErrors = defineErrors({
  MODEL_IN_USE: {
    category: 'user',
    status: 409,
    message: ({ uses }: { uses: readonly ModelUse[] }) =>
      `${count(uses)} would be left without their model; add ?force=true to delete it all the same`,
  },
  MODEL_EXISTS: {
    category: 'user',
    status: 409,
    message: ({ model }: { model: string }) => `the provider has the model ${model} already`,
  },
  MODEL_TEST_UNSUPPORTED: {
    category: 'user',
    status: 422,
    message: ({ type }: { type: ModelType }) => `models for ${type} cannot be tested`,
  },
});
