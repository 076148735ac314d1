import { readonly, ref, shallowRef, type Ref, type ShallowRef } from 'vue';

/** Something the reader starts and waits for, such as saving a form. */
export interface Task<Args extends readonly unknown[]> {
  readonly isBusy: Readonly<Ref<boolean>>;
  readonly error: ShallowRef<unknown>;
  /** Runs it unless it is running; answers whether it went well. */
  run(...args: Args): Promise<boolean>;
}

/** Makes a {@link Task}; its error stays until the next run. */
export function useTask<Args extends readonly unknown[]>(work: (...args: Args) => Promise<void>): Task<Args> {
  const isBusy = ref(false);
  const error = shallowRef<unknown>();
  async function run(...args: Args): Promise<boolean> {
    if (isBusy.value) return false;
    isBusy.value = true;
    error.value = undefined;
    try {
      await work(...args);
      return true;
    } catch (caught) {
      error.value = caught;
      return false;
    } finally {
      isBusy.value = false;
    }
  }
  return { isBusy: readonly(isBusy), error, run };
}
