import type { Flow } from '@heddle/contracts';
import type { NodeCatalogue } from '@heddle/model';
import { useToast } from '@heddle/ui';
import { shallowRef, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { getFlow, renameFlow, restoreVersion } from '../api/flows-api';
import { useFlowCheck } from '../check/use-flow-check';
import { useFlowDocument } from '../document/flow-document-store';
import { openDocument } from '../document/open-document';
import { recoverableEntry, type JournalEntry } from '../saving/draft-journal';
import { useDraftSaving } from '../saving/use-draft-saving';
import { useConflict } from './use-conflict';

/** Opens a flow for editing and keeps it saved and checked. */
export function useEditorSession(flowId: () => string, catalogue: NodeCatalogue) {
  const { t } = useI18n();
  const toast = useToast();
  const store = useFlowDocument();
  const flow = shallowRef<Flow | null>(null);
  const failure = shallowRef<unknown>(null);
  const check = useFlowCheck(flowId);
  const saving = useDraftSaving({
    flowId,
    document: () => store.document,
    onSaved: () => check.checkSoon(),
  });
  /** Changes that come from saving itself, which need not be saved again. */
  let isTakingOver = false;
  watch(
    () => store.revision,
    (revision) => {
      if (revision > 0 && !isTakingOver) saving.touch();
    },
    { flush: 'sync' },
  );

  async function load(): Promise<void> {
    failure.value = null;
    try {
      const [loaded, entries] = await Promise.all([getFlow(flowId()), saving.leftOver()]);
      const document = openDocument(loaded.draft.definition, catalogue);
      if (!document) throw new Error('the definition is no flow document');
      store.open(document);
      saving.begin(loaded.draft.hash);
      flow.value = loaded;
      recover(recoverableEntry(entries, { tabId: saving.tabId, now: Date.now() }));
      check.checkSoon();
    } catch (error) {
      failure.value = error;
    }
  }

  /** Puts unsaved work of a crash or an outage back as a step; saving it finds out whether somebody was faster. */
  function recover(entry: JournalEntry | null): void {
    if (!entry) return;
    const definition = openDocument(entry.definition, catalogue);
    if (!definition) return;
    saving.rebase(entry.baseHash, true);
    const isNew = store.run(() => definition, { label: { key: 'recover' } });
    if (entry.tabId !== saving.tabId) void saving.forgetLeftOver(entry.tabId);
    if (isNew)
      toast.info({ title: t('editor.saving.recovered'), detail: t('editor.saving.recovered_detail') });
  }

  function takeOver(definition: unknown, hash: string, label: string): void {
    const document = openDocument(definition, catalogue);
    if (!document) return;
    isTakingOver = true;
    store.run(() => document, { label: { key: label } });
    isTakingOver = false;
    saving.rebase(hash, true);
    check.checkSoon();
  }

  const conflict = useConflict({ flow, saving, takeOver });

  /** Copies a version into the draft, as a step that can be undone. */
  async function restore(version: number): Promise<void> {
    await saving.flush();
    await restoreVersion(flowId(), version);
    const loaded = await getFlow(flowId());
    flow.value = loaded;
    takeOver(loaded.draft.definition, loaded.draft.hash, 'restore');
  }

  async function rename(name: string): Promise<void> {
    flow.value = await renameFlow(flowId(), name);
  }

  return {
    flow,
    failure,
    check,
    saving,
    conflict,
    load,
    restore,
    rename,
    /** Notes that a version went live. */
    published(version: number): void {
      if (flow.value) flow.value = { ...flow.value, published_version: version };
    },
  };
}

/** What {@link useEditorSession} gives. */
export type EditorSession = ReturnType<typeof useEditorSession>;
