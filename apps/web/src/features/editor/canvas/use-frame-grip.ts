import { shallowRef, type ShallowRef } from 'vue';
import { CARD, type Size } from '../layout/card-size';
import { FRAME } from '../layout/frame-size';

/** What resizing a frame needs of it. */
export interface FrameGripContext {
  readonly size: () => Size;
  readonly zoom: () => number;
  readonly onResize: (size: Size) => void;
}

const onGrid = (length: number): number => Math.round(length / CARD.grid) * CARD.grid;

const atLeast = ({ width, height }: Size): Size => ({
  width: Math.max(onGrid(width), FRAME.minWidth),
  height: Math.max(onGrid(height), FRAME.minHeight),
});

const STEPS: Readonly<Record<string, Size>> = {
  ArrowRight: { width: CARD.grid, height: 0 },
  ArrowLeft: { width: -CARD.grid, height: 0 },
  ArrowDown: { width: 0, height: CARD.grid },
  ArrowUp: { width: 0, height: -CARD.grid },
};

/** Lets people draw a frame larger and smaller, by pointer or arrow keys; what stands inside keeps its room. */
export function useFrameGrip({ size, zoom, onResize }: FrameGripContext) {
  /** The size while it is drawn; null at rest. */
  const preview: ShallowRef<Size | null> = shallowRef(null);

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0 || !(event.currentTarget instanceof HTMLElement)) return;
    event.stopPropagation();
    const grip = event.currentTarget;
    const from = { x: event.clientX, y: event.clientY, ...size() };
    const sizeAt = ({ clientX, clientY }: PointerEvent): Size =>
      atLeast({
        width: from.width + (clientX - from.x) / zoom(),
        height: from.height + (clientY - from.y) / zoom(),
      });
    const onMove = (move: PointerEvent): void => void (preview.value = sizeAt(move));
    const onUp = (up: PointerEvent): void => {
      grip.removeEventListener('pointermove', onMove);
      preview.value = null;
      if (up.type === 'pointerup' && (up.clientX !== from.x || up.clientY !== from.y)) onResize(sizeAt(up));
    };
    grip.setPointerCapture(event.pointerId);
    grip.addEventListener('pointermove', onMove);
    for (const type of ['pointerup', 'pointercancel'] as const)
      grip.addEventListener(type, onUp, { once: true });
  }

  function onKeydown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const { width, height } = size();
    onResize(atLeast({ width: width + step.width, height: height + step.height }));
  }

  return { preview, onPointerDown, onKeydown };
}
