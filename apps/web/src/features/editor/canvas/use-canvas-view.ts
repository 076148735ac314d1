import type { VueFlowStore } from '@vue-flow/core';
import { nextTick, onBeforeUnmount, ref } from 'vue';
import type { Point } from '../document/node-commands';

const FIT = { padding: 0.2, maxZoom: 1, minZoom: 0.2 } as const;
const TRAVEL_MS = 240;

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

const duration = (): number =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : TRAVEL_MS;

/** Moves the view: fits, zooms, brings nodes into sight, translates places. */
export function useCanvasView(flow: VueFlowStore, root: () => HTMLElement | null) {
  const isReady = ref(false);

  function fitAtOnce(): void {
    void flow.fitView(FIT).then(() => {
      isReady.value = true;
    });
  }

  /** A hidden tab has no size, so the first fit waits until somebody looks. */
  function onVisible(): void {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', onVisible);
    fitAtOnce();
  }

  function begin(): void {
    if (isReady.value) return;
    if (document.hidden) document.addEventListener('visibilitychange', onVisible);
    else fitAtOnce();
  }
  onBeforeUnmount(() => document.removeEventListener('visibilitychange', onVisible));

  const boundsOf = (): DOMRect => root()?.getBoundingClientRect() ?? new DOMRect();

  function isInSight(nodeId: string): boolean {
    const node = flow.findNode(nodeId);
    if (!node) return true;
    const bounds = boundsOf();
    const { x, y, zoom } = flow.viewport.value;
    const left = node.computedPosition.x * zoom + x;
    const top = node.computedPosition.y * zoom + y;
    const margin = 24;
    return (
      left >= margin &&
      top >= margin &&
      left + node.dimensions.width * zoom <= bounds.width - margin &&
      top + node.dimensions.height * zoom <= bounds.height - margin
    );
  }

  return {
    isReady,
    begin,
    fit: () => void flow.fitView({ ...FIT, duration: duration() }),
    zoomIn: () => void flow.zoomIn({ duration: duration() }),
    zoomOut: () => void flow.zoomOut({ duration: duration() }),
    zoomTo: (zoom: number) => void flow.zoomTo(zoom, { duration: duration() }),
    /** The middle of what is visible, on the canvas. */
    middle(): Point {
      const { left, top, width, height } = boundsOf();
      return flow.screenToFlowCoordinate({ x: left + width / 2, y: top + height / 2 });
    },
    toCanvas: (screen: Point): Point => flow.screenToFlowCoordinate({ x: screen.x, y: screen.y }),
    /** Pans to a node, unless it can be seen already. */
    async reveal(nodeId: string): Promise<void> {
      await nextTick();
      // A panel that has just opened makes the canvas narrower, and vue-flow measures that a frame later.
      await frame();
      await frame();
      const node = flow.findNode(nodeId);
      if (!node || isInSight(nodeId)) return;
      const { x, y } = node.computedPosition;
      const zoom = Math.max(flow.viewport.value.zoom, 0.6);
      await flow.setCenter(x + 120, y + 40, { zoom, duration: duration() });
    },
    focusNode(nodeId: string): void {
      root()
        ?.querySelector<HTMLElement>(`.vue-flow__node[data-id="${CSS.escape(nodeId)}"]`)
        ?.focus({ preventScroll: true });
    },
  };
}
