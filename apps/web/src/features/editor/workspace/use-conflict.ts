import type { Flow } from '@heddle/contracts';
import { useToast } from '@heddle/ui';
import { computed, ref, watch, type ShallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { createFlow } from '../api/flows-api';
import { useFlowDocument } from '../document/flow-document-store';
import type { useDraftSaving } from '../saving/use-draft-saving';

/** How a conflict between two drafts is settled. */
export type ConflictChoice = 'theirs' | 'mine' | 'both';

/** What settling a conflict needs of the session. */
export interface ConflictContext {
  readonly flow: Readonly<ShallowRef<Flow | null>>;
  readonly saving: ReturnType<typeof useDraftSaving>;
  /** Shows a definition that the server has already, as a step named by its key. */
  readonly takeOver: (definition: unknown, hash: string, step: string) => void;
}

/** Lets the user decide when somebody else saved the flow in between. */
export function useConflict({ flow, saving, takeOver }: ConflictContext) {
  const { t } = useI18n();
  const toast = useToast();
  const store = useFlowDocument();
  const theirs = computed(() => (saving.state.value.kind === 'conflict' ? saving.state.value.theirs : null));
  const isOpen = ref(false);

  watch(theirs, (next) => {
    isOpen.value = next !== null;
  });

  async function keepMineAsCopy(): Promise<void> {
    const original = flow.value;
    if (!original) return;
    const name = t('editor.conflict.copy_name', { name: original.name });
    const copy = await createFlow({ name, mode: original.mode, definition: store.document });
    toast.success({ title: t('editor.conflict.copied', { name: copy.name }) });
  }

  /** Settles it. Whatever is chosen stays in the history, so nothing is lost by choosing wrong. */
  async function settle(choice: ConflictChoice): Promise<void> {
    const other = theirs.value;
    if (!other) return;
    const mine = store.document;
    if (choice === 'both') await keepMineAsCopy();
    takeOver(other.definition, other.hash, 'theirs');
    if (choice === 'mine') store.run(() => mine, { label: { key: 'mine' } });
  }

  return {
    isOpen: computed(() => isOpen.value && theirs.value !== null),
    show(isShown: boolean): void {
      isOpen.value = isShown;
    },
    settle,
  };
}
