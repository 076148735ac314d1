import type { ModelProvider } from '@heddle/contracts';
import { computed, shallowRef } from 'vue';
import { isApiError } from '@/app/api/api-error';
import { useTask } from '@/app/use-task';
import { createProvider, deleteProvider, testProvider, updateProvider } from './api/models-api';
import { problemText, type Problem } from './problem-text';
import {
  createBodyOf,
  fieldOfError,
  updateBodyOf,
  type ProviderDraft,
  type ProviderField,
} from './provider-form';

interface Failure {
  readonly field: ProviderField | undefined;
  readonly text: string;
}

function failureOf(error: unknown): Failure {
  const code = isApiError(error) ? error.code : ((error as Problem | undefined)?.code ?? '');
  const path = isApiError(error) ? error.details.path : undefined;
  return { field: fieldOfError(code, path), text: problemText(error) };
}

/**
 * Stores a provider and asks it at once whether it answers. Only a stored provider can be asked, so a new one that does
 * not answer stays stored while the form is open, and goes when the form is given up.
 */
export function useProviderSaving() {
  const stored = shallowRef<ModelProvider>();
  const failure = shallowRef<Failure>();
  /** Id of a provider that is there only to be tested. */
  let onTrial: string | undefined;
  const hasFailedTest = shallowRef(false);

  async function store(draft: ProviderDraft, type: string): Promise<ModelProvider> {
    if (stored.value) return updateProvider(stored.value.id, updateBodyOf(draft));
    const created = await createProvider(createBodyOf(draft, type));
    onTrial = created.id;
    return created;
  }

  const task = useTask(async (draft: ProviderDraft, type: string) => {
    forget();
    try {
      stored.value = await store(draft, type);
      const { ok, error } = await testProvider(stored.value.id);
      if (ok) return;
      hasFailedTest.value = true;
      failure.value = failureOf(error ?? { code: 'UPSTREAM_ERROR', message: '' });
    } catch (error) {
      failure.value = failureOf(error);
    }
  });

  function forget(): void {
    failure.value = undefined;
    hasFailedTest.value = false;
  }

  function keep(): void {
    onTrial = undefined;
  }

  async function abandon(): Promise<void> {
    const id = onTrial;
    onTrial = undefined;
    forget();
    if (id === undefined) return;
    stored.value = undefined;
    // If this fails, the provider is seen on the page and can be deleted there.
    await deleteProvider(id).catch(() => undefined);
  }

  return {
    stored,
    isBusy: task.isBusy,
    /** Stored, but it does not answer. */
    hasFailedTest,
    fieldErrors: computed<Partial<Record<ProviderField, string>>>(() => {
      const { field, text } = failure.value ?? {};
      return field === undefined || text === undefined ? {} : { [field]: text };
    }),
    /** What is wrong with no field in particular. */
    formError: computed(() => (failure.value?.field === undefined ? failure.value?.text : undefined)),
    begin(provider: ModelProvider | undefined): void {
      stored.value = provider;
      onTrial = undefined;
      forget();
    },
    /** Stores and tests; true when the provider answers. */
    async save(draft: ProviderDraft, type: string): Promise<boolean> {
      await task.run(draft, type);
      return failure.value === undefined;
    },
    forget,
    keep,
    abandon,
  };
}
