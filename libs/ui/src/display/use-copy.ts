import { onScopeDispose, readonly, ref, type Ref } from 'vue';

/** Copies text and says for a moment that it did. */
export function useCopy(): {
  readonly isCopied: Readonly<Ref<boolean>>;
  copy(text: string): Promise<boolean>;
} {
  const isCopied = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(() => clearTimeout(timer));

  async function copy(text: string): Promise<boolean> {
    const isDone = await writeClipboard(text);
    if (!isDone) return false;
    isCopied.value = true;
    clearTimeout(timer);
    timer = setTimeout(() => (isCopied.value = false), 1_600);
    return true;
  }
  return { isCopied: readonly(isCopied), copy };
}

/** The clipboard API exists on https and localhost only; a plain http address needs the old way. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    return isDone;
  }
}
