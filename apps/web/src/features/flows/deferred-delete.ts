import { useToast } from '@heddle/ui';
import { readonly, shallowRef } from 'vue';
import { reportError } from '@/app/api/describe-error';

/** The words of a deletion that can be taken back. */
export interface DeletionTexts {
  readonly done: string;
  readonly undo: string;
  readonly failed: string;
}

const UNDO_MS = 6_000;
const leaving = shallowRef<ReadonlySet<string>>(new Set());

/** Ids of things that are gone from view, though the server still has them while "undo" can be pressed. */
export const leavingIds = readonly(leaving);

/** Takes something out of view and deletes it once the chance to undo has passed. */
export function deleteLater(id: string, texts: DeletionTexts, remove: () => Promise<void>): void {
  leaving.value = new Set(leaving.value).add(id);
  useToast().info({
    title: texts.done,
    durationMs: UNDO_MS,
    action: { label: texts.undo, onSelect: () => comeBack(id) },
    onExpire: () => {
      remove().catch((error: unknown) => {
        comeBack(id);
        reportError(texts.failed, error);
      });
    },
  });
}

function comeBack(id: string): void {
  const rest = new Set(leaving.value);
  rest.delete(id);
  leaving.value = rest;
}
