import type { Ref } from 'vue';

/** Below this zoom cards are shown as blocks. */
const FAR_ZOOM = 0.4;

/**
 * Marks the canvas as moving or as seen from afar by classes on its root, past Vue: both change in the middle of
 * a drag, when rendering anything would cost frames.
 */
export function useQuietCanvas(root: Readonly<Ref<HTMLElement | null>>) {
  let isFar = false;
  return {
    setMoving(isMoving: boolean): void {
      root.value?.classList.toggle('is-moving', isMoving);
    },
    setZoom(zoom: number): void {
      const next = zoom < FAR_ZOOM;
      if (next === isFar) return;
      isFar = next;
      root.value?.classList.toggle('is-far', isFar);
    },
  };
}
