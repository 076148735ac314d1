import type { FlowReport } from '@heddle/model';
import { computed, onBeforeUnmount, shallowRef } from 'vue';
import { isAborted } from '@/app/api/api-error';
import { checkDraft } from '../api/flows-api';
import { countByNode, emptyReport } from './flow-check';

const DELAY_MS = 200;

/** Keeps the findings about the saved draft up to date. */
export function useFlowCheck(flowId: () => string) {
  const report = shallowRef<FlowReport>(emptyReport);
  const isChecking = shallowRef(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller: AbortController | undefined;

  /** Checks now; the findings stay as they were when the server cannot be asked. */
  async function check(): Promise<void> {
    clearTimeout(timer);
    controller?.abort();
    controller = new AbortController();
    const { signal } = controller;
    isChecking.value = true;
    try {
      report.value = await checkDraft(flowId(), signal);
    } catch (error) {
      if (isAborted(error)) return;
    }
    isChecking.value = false;
  }

  function checkSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), DELAY_MS);
  }

  onBeforeUnmount(() => {
    clearTimeout(timer);
    controller?.abort();
  });

  return {
    report,
    isChecking,
    counts: computed(() => countByNode(report.value)),
    check,
    checkSoon,
    /** Takes over findings that came with another answer, as a refused publish brings them. */
    accept(next: FlowReport): void {
      report.value = next;
    },
  };
}
