import type { ModelTest } from '@heddle/contracts';
import { computed, onScopeDispose, ref, shallowRef } from 'vue';
import { isAborted } from '@/app/api/api-error';
import { testModel } from './api/test-model';
import { problemText } from './problem-text';

/** Where the test of a model stands. */
export type TestPhase = 'idle' | 'waiting' | 'answering' | 'done' | 'failed';

/** Asks a model something and keeps what it says. */
export function useModelTest() {
  const phase = ref<TestPhase>('idle');
  const text = ref('');
  const reasoning = ref('');
  const result = shallowRef<ModelTest>();
  const error = ref('');
  const isBusy = computed(() => phase.value === 'waiting' || phase.value === 'answering');
  let current: AbortController | undefined;

  function stop(): void {
    current?.abort();
    current = undefined;
    if (isBusy.value) phase.value = 'idle';
  }

  function clear(): void {
    stop();
    phase.value = 'idle';
    text.value = '';
    reasoning.value = '';
    error.value = '';
    result.value = undefined;
  }

  function fail(problem: unknown): void {
    error.value = problemText(problem);
    phase.value = 'failed';
  }

  function finish(answer: ModelTest): void {
    result.value = answer;
    if (text.value === '') text.value = answer.text;
    if (answer.ok) phase.value = 'done';
    else fail(answer.error ?? { code: 'UPSTREAM_ERROR', message: '' });
  }

  async function run(id: string, prompt: string): Promise<void> {
    clear();
    const controller = new AbortController();
    current = controller;
    phase.value = 'waiting';
    try {
      const body = prompt.trim() === '' ? {} : { prompt };
      for await (const said of testModel(id, body, controller.signal)) {
        if (current !== controller) return;
        if (said.kind === 'done') finish(said.result);
        else if (said.kind === 'error') fail(said);
        else {
          phase.value = 'answering';
          (said.kind === 'text' ? text : reasoning).value += said.text;
        }
      }
      if (isBusy.value) fail({ code: 'UPSTREAM_TRUNCATED', message: '' });
    } catch (caught) {
      if (current === controller && !isAborted(caught)) fail(caught);
    }
  }

  onScopeDispose(stop);
  return {
    phase,
    text,
    reasoning,
    result,
    error,
    isBusy,
    run,
    stop,
    clear,
  };
}
