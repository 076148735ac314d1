import { onBeforeUnmount, type Ref } from 'vue';

/** Below this zoom cards are shown as blocks. */
const FAR_ZOOM = 0.4;
/** So long after the last change of the view it counts as at rest; not every movement is announced as ended. */
const REST_MS = 160;

/**
 * Marks the canvas as moving or as seen from afar by attributes of its root, past Vue: both change in the middle of
 * a drag, when rendering anything would cost frames.
 */
export function useQuietCanvas(root: Readonly<Ref<HTMLElement | null>>) {
  let isFar = false;
  let isMoving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function setMoving(next: boolean): void {
    clearTimeout(timer);
    if (next === isMoving) return;
    isMoving = next;
    root.value?.toggleAttribute('data-moving', next);
  }

  /** Tools on connections keep their size on the screen; set at rest only, as it restyles everything below. */
  function onRest(zoom: number): void {
    setMoving(false);
    root.value?.style.setProperty('--unzoom', String(Math.min(Math.max(1 / zoom, 1), 4)));
  }

  onBeforeUnmount(() => clearTimeout(timer));

  return {
    setMoving,
    /** The view moved or zoomed. */
    onView(zoom: number): void {
      setMoving(true);
      timer = setTimeout(() => onRest(zoom), REST_MS);
      const next = zoom < FAR_ZOOM;
      if (next === isFar) return;
      isFar = next;
      root.value?.toggleAttribute('data-far', isFar);
    },
  };
}
