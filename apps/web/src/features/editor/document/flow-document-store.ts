import { emptyDocument, type FlowDocument } from '@heddle/model';
import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { emptyHistory, recordStep, redoStep, undoStep, type StepLabel, type Versioned } from './history';

/** How a step is named and whether it may grow with the one before. */
export interface RunOptions {
  readonly label: StepLabel;
  readonly mergeKey?: string;
}

/** The flow being edited. The only place that changes it; every change is a step that can be undone. */
export const useFlowDocument = defineStore('flow-document', () => {
  const state = shallowRef<Versioned>({ document: emptyDocument(), history: emptyHistory });
  /** Counts changes, so that others see that there is something new without comparing documents. */
  const revision = shallowRef(0);

  function enter(next: Versioned): boolean {
    if (next === state.value) return false;
    state.value = next;
    revision.value += 1;
    return true;
  }

  /** Begins with a document and an empty history. */
  function open(document: FlowDocument): void {
    state.value = { document, history: emptyHistory };
    revision.value = 0;
  }

  /** Runs a command; true when it changed something. */
  function run(command: (document: FlowDocument) => FlowDocument, { label, mergeKey }: RunOptions): boolean {
    const info = mergeKey === undefined ? { label, at: Date.now() } : { label, mergeKey, at: Date.now() };
    return enter(recordStep(state.value, command(state.value.document), info));
  }

  const undoLabel = computed(() => state.value.history.past.at(-1)?.label ?? null);
  const redoLabel = computed(() => state.value.history.future[0]?.label ?? null);

  return {
    document: computed(() => state.value.document),
    nodes: computed(() => state.value.document.nodes),
    edges: computed(() => state.value.document.edges),
    revision,
    undoLabel,
    redoLabel,
    open,
    run,
    undo: () => enter(undoStep(state.value)),
    redo: () => enter(redoStep(state.value)),
  };
});
