import { onScopeDispose, readonly, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue';
import { isAborted } from './api/api-error';
import { connection } from './api/connection';

/** Something loaded from the server for a page. */
export interface Resource<Value> {
  /** The last answer; stays while a newer one is loading. */
  readonly data: Readonly<ShallowRef<Value | undefined>>;
  readonly error: Readonly<ShallowRef<unknown>>;
  readonly isLoading: Readonly<Ref<boolean>>;
  /** Loading for so long that the reader should see a skeleton; quick answers show none. */
  readonly isSlow: Readonly<Ref<boolean>>;
  reload(): Promise<void>;
  /** Puts an answer in place that is already known, as after a change. */
  replace(value: Value): void;
}

const SLOW_MS = 150;

/**
 * Loads at once and whenever `key` changes; a newer request takes the place of one under way. What failed is loaded
 * again when the server comes back.
 */
export function useResource<Key, Value>(
  key: () => Key,
  load: (key: Key, signal: AbortSignal) => Promise<Value>,
): Resource<Value> {
  const data = shallowRef<Value>();
  const error = shallowRef<unknown>();
  const isLoading = ref(false);
  const isSlow = ref(false);
  let current: AbortController | undefined;

  async function reload(): Promise<void> {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    isLoading.value = true;
    const timer = setTimeout(() => (isSlow.value = true), SLOW_MS);
    try {
      const value = await load(key(), controller.signal);
      if (current !== controller) return;
      data.value = value;
      error.value = undefined;
    } catch (caught) {
      if (current === controller && !isAborted(caught)) error.value = caught;
    } finally {
      clearTimeout(timer);
      if (current === controller) {
        isLoading.value = false;
        isSlow.value = false;
      }
    }
  }

  watch(() => JSON.stringify(key()), reload, { immediate: true });
  watch(connection.state, (state) => {
    if (state === 'ok' && error.value !== undefined) void reload();
  });
  onScopeDispose(() => current?.abort());
  return {
    data,
    error,
    isLoading: readonly(isLoading),
    isSlow: readonly(isSlow),
    reload,
    replace: (value) => (data.value = value),
  };
}
