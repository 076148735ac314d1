import type { ImportPreview } from '@heddle/contracts';
import { computed, onScopeDispose, ref, shallowRef } from 'vue';
import { isAborted } from '@/app/api/api-error';
import { useTask } from '@/app/use-task';
import { importTools, previewImport, type DocumentPlace, type Import } from './api/tools-api';
import { authBodyOf, draftOfAuth, isKeyNameBad, isUrlBad, NO_AUTH, type AuthDraft } from './auth-form';

/** Where the document comes from, as it is typed or chosen. */
export interface DocumentDraft {
  readonly kind: 'text' | 'file' | 'url';
  readonly text: string;
  readonly url: string;
  readonly file: { readonly name: string; readonly text: string } | undefined;
}

/** What is imported, as it is typed. */
export interface ImportDraft {
  readonly name: string;
  readonly serverUrl: string;
  readonly auth: AuthDraft;
}

/** What stands in the way of an import. */
export type ImportProblem = 'name' | 'serverUrl' | 'keyName' | 'operations';

const EMPTY_DOCUMENT: DocumentDraft = { kind: 'text', text: '', url: '', file: undefined };
const EMPTY: ImportDraft = { name: '', serverUrl: '', auth: NO_AUTH };

/** The document as it is sent; undefined while it is missing. */
export function placeOf({ kind, text, url, file }: DocumentDraft): DocumentPlace | undefined {
  if (kind === 'url') return isUrlBad(url) ? undefined : { url: url.trim() };
  const document = kind === 'file' ? (file?.text ?? '') : text;
  return document.trim() === '' ? undefined : { document };
}

function problemsOf(draft: ImportDraft, chosen: ReadonlySet<string>): readonly ImportProblem[] {
  const found: readonly [ImportProblem, boolean][] = [
    ['name', draft.name.trim() === ''],
    ['serverUrl', isUrlBad(draft.serverUrl)],
    ['keyName', isKeyNameBad(draft.auth)],
    ['operations', chosen.size === 0],
  ];
  return found.filter(([, isFound]) => isFound).map(([problem]) => problem);
}

/** An import in two steps: a document is given, then what of it is wanted. */
export function useImport() {
  const document = shallowRef(EMPTY_DOCUMENT);
  const preview = shallowRef<ImportPreview>();
  const draft = shallowRef(EMPTY);
  /** Names of the operations that are wanted. */
  const chosen = ref<ReadonlySet<string>>(new Set());
  let reading: AbortController | undefined;

  const read = useTask(async () => {
    const place = placeOf(document.value);
    if (!place) return;
    reading = new AbortController();
    const { signal } = reading;
    try {
      const found = await previewImport(place, signal);
      preview.value = found;
      draft.value = { name: found.name, serverUrl: found.server_url ?? '', auth: draftOfAuth(found.auth) };
      chosen.value = new Set(found.operations.map(({ name }) => name));
    } catch (error) {
      if (!isAborted(error)) throw error;
    }
  });

  async function send(): Promise<number> {
    const place = placeOf(document.value);
    if (!place || !preview.value) return 0;
    const { name, serverUrl, auth } = draft.value;
    const isAll = chosen.value.size === new Set(preview.value.operations.map((one) => one.name)).size;
    const body: Import = {
      ...place,
      name: name.trim(),
      server_url: serverUrl.trim(),
      auth: authBodyOf(auth),
      ...(isAll ? {} : { operations: [...chosen.value] }),
    };
    return (await importTools(body)).tools.length;
  }

  function begin(): void {
    reading?.abort();
    document.value = EMPTY_DOCUMENT;
    preview.value = undefined;
    draft.value = EMPTY;
    read.error.value = undefined;
  }

  function choose(names: readonly string[], isChosen: boolean): void {
    const next = new Set(chosen.value);
    for (const name of names) {
      if (isChosen) next.add(name);
      else next.delete(name);
    }
    chosen.value = next;
  }

  onScopeDispose(() => reading?.abort());
  return {
    document,
    preview,
    draft,
    chosen,
    problems: computed(() => problemsOf(draft.value, chosen.value)),
    read,
    /** Answers how many tools there are now. */
    send,
    begin,
    choose,
    back(): void {
      preview.value = undefined;
    },
  };
}
