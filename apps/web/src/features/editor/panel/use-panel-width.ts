import { ref } from 'vue';

const KEY = 'heddle.editor.panel';
/** The narrowest panel that forms are made for. */
export const MIN_PANEL_WIDTH = 360;
/** The canvas never gets narrower than this by a drag. */
const MIN_CANVAS_WIDTH = 400;
const DEFAULT_WIDTH = 420;

function stored(): number {
  const width = Number(localStorage.getItem(KEY));
  return Number.isFinite(width) && width >= MIN_PANEL_WIDTH ? width : DEFAULT_WIDTH;
}

/** The width of the panel at the right, dragged at its left edge and remembered. */
export function usePanelWidth() {
  const width = ref(stored());

  function resize(next: number): void {
    const largest = Math.max(MIN_PANEL_WIDTH, window.innerWidth - MIN_CANVAS_WIDTH);
    width.value = Math.min(Math.max(next, MIN_PANEL_WIDTH), largest);
  }

  function onPointerDown(event: PointerEvent): void {
    const handle = event.currentTarget as HTMLElement;
    const from = event.clientX;
    const before = width.value;
    const onMove = (move: PointerEvent): void => resize(before + from - move.clientX);
    const onUp = (): void => {
      handle.removeEventListener('pointermove', onMove);
      localStorage.setItem(KEY, String(width.value));
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('lostpointercapture', onUp, { once: true });
    event.preventDefault();
  }

  function onKeydown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowLeft' ? 16 : event.key === 'ArrowRight' ? -16 : 0;
    if (step === 0) return;
    resize(width.value + step);
    event.preventDefault();
  }

  return { width, onPointerDown, onKeydown };
}
