import type { FlowDocument } from '@heddle/model';

/** Unsaved work of one tab, kept on this device until the server has it. */
export interface JournalEntry {
  readonly flowId: string;
  readonly tabId: string;
  readonly baseHash: string;
  readonly definition: FlowDocument;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Keeps unsaved drafts through crashes, reloads and outages. */
export interface DraftJournal {
  write(entry: JournalEntry): Promise<void>;
  remove(flowId: string, tabId: string): Promise<void>;
  list(flowId: string): Promise<JournalEntry[]>;
}

const DATABASE = 'heddle-drafts';
const STORE = 'drafts';

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB request failed'));
  });
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result
      .createObjectStore(STORE, { keyPath: ['flowId', 'tabId'] })
      .createIndex('flowId', 'flowId', { unique: false });
  };
  return settle(request);
}

/** A journal in the browser's database; without one (private windows of some browsers) it keeps nothing. */
export function createBrowserJournal(): DraftJournal {
  let opened: Promise<IDBDatabase> | undefined;
  const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    opened ??= openDatabase();
    return (await opened).transaction(STORE, mode).objectStore(STORE);
  };
  /** Losing the safety net must never stop the editor itself. */
  const attempt = async <Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    try {
      return await work();
    } catch {
      return otherwise;
    }
  };
  return {
    write: (entry) =>
      attempt(async () => void (await settle((await store('readwrite')).put(entry))), undefined),
    remove: (flowId, tabId) =>
      attempt(async () => void (await settle((await store('readwrite')).delete([flowId, tabId]))), undefined),
    list: (flowId) =>
      attempt(
        async () =>
          (await settle((await store('readonly')).index('flowId').getAll(flowId))) as JournalEntry[],
        [],
      ),
  };
}

const TAB_KEY = 'heddle-tab';

/** Names this tab; survives reloads, differs between tabs. */
export function currentTabId(): string {
  const known = sessionStorage.getItem(TAB_KEY);
  if (known) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(TAB_KEY, made);
  return made;
}

/** An entry of another tab that is older than this belongs to a tab that is gone. */
export const ABANDONED_AFTER_MS = 15_000;

/** The unsaved work to offer when a flow is opened: this tab's own, or what a crashed tab left behind. */
export function recoverableEntry(
  entries: readonly JournalEntry[],
  { tabId, now }: { readonly tabId: string; readonly now: number },
): JournalEntry | null {
  const candidates = entries.filter((entry) => entry.tabId === tabId || now - entry.at > ABANDONED_AFTER_MS);
  return candidates.reduce<JournalEntry | null>(
    (best, entry) => (best === null || entry.at > best.at ? entry : best),
    null,
  );
}
