import { onMounted, ref, shallowRef, type Ref, type ShallowRef } from 'vue';

/** Something of the workspace that controls let people choose from. */
export interface WorkspaceList<Item> {
  readonly items: Readonly<ShallowRef<readonly Item[]>>;
  readonly isLoading: Readonly<Ref<boolean>>;
  /** The list could not be read; what is chosen stays as it is. */
  readonly hasFailed: Readonly<Ref<boolean>>;
}

/** Loads a list of the workspace once the control is there. */
export function useWorkspaceList<Item>(load: () => Promise<readonly Item[]>): WorkspaceList<Item> {
  const items = shallowRef<readonly Item[]>([]);
  const isLoading = ref(true);
  const hasFailed = ref(false);
  onMounted(async () => {
    try {
      items.value = await load();
    } catch {
      hasFailed.value = true;
    }
    isLoading.value = false;
  });
  return { items, isLoading, hasFailed };
}
