import { shallowRef, type ShallowRef } from 'vue';

/** What a toast announces. */
export type ToastKind = 'success' | 'error' | 'info';

/** A message at the bottom right of the window. */
export interface ToastOptions {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
  /** How long it stays; errors stay until dismissed. */
  readonly durationMs?: number | undefined;
  /** Called when it goes without its action having been used. */
  readonly onExpire?: (() => void) | undefined;
}

/** A toast on screen. */
export interface Toast extends ToastOptions {
  readonly id: number;
  readonly kind: ToastKind;
}

/** Shows and withdraws toasts. */
export interface Toasts {
  readonly items: Readonly<ShallowRef<readonly Toast[]>>;
  success(options: ToastOptions | string): number;
  error(options: ToastOptions | string): number;
  info(options: ToastOptions | string): number;
  dismiss(id: number): void;
  /** Runs the toast's action and takes it away. */
  act(id: number): void;
}

const MAX_SHOWN = 3;

/** Makes an independent stack of toasts; the app uses the one of {@link useToast}. */
export function createToasts(): Toasts {
  const items = shallowRef<readonly Toast[]>([]);
  let lastId = 0;

  function remove(id: number): Toast | undefined {
    const toast = items.value.find((item) => item.id === id);
    items.value = items.value.filter((item) => item.id !== id);
    return toast;
  }
  function show(kind: ToastKind, options: ToastOptions | string): number {
    lastId += 1;
    const toast: Toast = {
      ...(typeof options === 'string' ? { title: options } : options),
      kind,
      id: lastId,
    };
    const kept = items.value.slice(Math.max(0, items.value.length - MAX_SHOWN + 1));
    const dropped = items.value.slice(0, items.value.length - kept.length);
    items.value = [...kept, toast];
    for (const item of dropped) item.onExpire?.();
    return toast.id;
  }
  return {
    items,
    success: (options) => show('success', options),
    error: (options) => show('error', options),
    info: (options) => show('info', options),
    dismiss: (id) => remove(id)?.onExpire?.(),
    act: (id) => remove(id)?.action?.onSelect(),
  };
}

const shared = createToasts();

/** The app's toasts; usable outside components too. `<UiProvider>` shows them. */
export const useToast = (): Toasts => shared;
