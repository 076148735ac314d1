import type { FlowDocument } from '@heddle/model';
import { onBeforeUnmount, shallowRef } from 'vue';
import { saveDraft } from '../api/flows-api';
import { createAutosave, type Autosave, type SaveState } from './autosave';
import { createBrowserJournal, currentTabId } from './draft-journal';

/** How long after an edit the copy on this device is written. */
const JOURNAL_DELAY_MS = 300;

/** What saving needs to know of the editor. */
export interface SavingContext {
  readonly flowId: () => string;
  readonly document: () => FlowDocument;
  /** The server has a new draft of ours. */
  readonly onSaved: () => void;
}

/** Saves the document to the server as it is edited, and to this device until the server has it. */
export function useDraftSaving({ flowId, document: read, onSaved }: SavingContext) {
  const state = shallowRef<SaveState<FlowDocument>>({ kind: 'saved', at: null });
  const journal = createBrowserJournal();
  const tabId = currentTabId();
  let autosave: Autosave | null = null;
  let journalTimer: ReturnType<typeof setTimeout> | undefined;
  let isLeaving = false;

  async function send(definition: FlowDocument, baseHash: string) {
    const outcome = await saveDraft(flowId(), { definition, baseHash, isLeaving });
    if (outcome.kind === 'saved') onSaved();
    return outcome;
  }

  function show(next: SaveState<FlowDocument>): void {
    state.value = next;
    if (next.kind === 'saved') clearJournal();
  }

  function clearJournal(): void {
    clearTimeout(journalTimer);
    void journal.remove(flowId(), tabId);
  }

  function writeJournal(): void {
    clearTimeout(journalTimer);
    if (!autosave || autosave.isClean) return;
    void journal.write({
      flowId: flowId(),
      tabId,
      baseHash: autosave.hash,
      definition: read(),
      at: Date.now(),
    });
  }

  function begin(hash: string): void {
    autosave?.stop();
    state.value = { kind: 'saved', at: null };
    autosave = createAutosave<FlowDocument>(
      {
        read,
        send,
        show,
        now: () => Date.now(),
        delay(ms, callback) {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
      },
      hash,
    );
  }

  /** The document changed. */
  function touch(): void {
    autosave?.touch();
    clearTimeout(journalTimer);
    journalTimer = setTimeout(writeJournal, JOURNAL_DELAY_MS);
  }

  async function flush(): Promise<boolean> {
    return (await autosave?.flush()) ?? true;
  }

  /** The page may never come back: the copy on this device is written first, then the server is told. */
  function onHidden(): void {
    if (document.visibilityState !== 'hidden') return;
    writeJournal();
    isLeaving = true;
    void flush().finally(() => {
      isLeaving = false;
    });
  }

  const onOnline = (): void => autosave?.retry();

  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('online', onOnline);
  onBeforeUnmount(() => {
    document.removeEventListener('visibilitychange', onHidden);
    window.removeEventListener('online', onOnline);
    clearTimeout(journalTimer);
  });

  return {
    state,
    begin,
    touch,
    flush,
    rebase: (hash: string, isClean: boolean) => autosave?.rebase(hash, isClean),
    /** Unsaved work that was left on this device. */
    leftOver: () => journal.list(flowId()),
    forgetLeftOver: (ownerTabId: string) => journal.remove(flowId(), ownerTabId),
    tabId,
    /** Ends saving when the editor closes; what is unsaved is sent first. */
    async end(): Promise<void> {
      writeJournal();
      await flush();
      autosave?.stop();
      autosave = null;
    },
  };
}
