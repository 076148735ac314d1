import type { OnConnectStartParams, VueFlowStore } from '@vue-flow/core';
import { DEFAULT_HANDLE, type FlowDocument, type NodeCatalogue } from '@heddle/model';
import { shallowRef, type InjectionKey, type ShallowRef } from 'vue';
import {
  connectionProblem,
  legalTargets,
  type ConnectionProblem,
  type WishedConnection,
} from '../document/connection-rules';
import { containersAround } from '../document/frames';
import type { Point } from '../document/node-commands';

/** The nodes that the connection being drawn may lead to; null while none is drawn. */
export const LEGAL_TARGETS: InjectionKey<Readonly<ShallowRef<ReadonlySet<string> | null>>> =
  Symbol('legal-targets');

/** How drawing a connection ended. */
export type ConnectOutcome =
  | { readonly kind: 'connect'; readonly wish: WishedConnection }
  | { readonly kind: 'refused'; readonly problem: ConnectionProblem }
  /** On empty canvas, or a click on the way out: choose what comes next. */
  | {
      readonly kind: 'open';
      readonly from: Pick<WishedConnection, 'source' | 'sourceHandle'>;
      readonly screen: Point;
      /** Null for a click, which leaves the place to the editor. */
      readonly at: Point | null;
    };

const CLICK_DISTANCE = 5;

const pointOf = (event: MouseEvent | TouchEvent): Point => {
  const touch = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 };
};

const nodeUnder = ({ x, y }: Point): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('.vue-flow__node')?.dataset['id'] ?? null;

type ConnectStart = OnConnectStartParams & { readonly event?: MouseEvent | TouchEvent | undefined };

interface Start {
  readonly source: string;
  readonly sourceHandle: string;
  readonly screen: Point;
}

/** Follows the drawing of a connection and says what it ended in. */
export function useConnecting(
  flow: VueFlowStore,
  context: { readonly document: () => FlowDocument; readonly catalogue: () => NodeCatalogue },
  onOutcome: (outcome: ConnectOutcome) => void,
) {
  const targets = shallowRef<ReadonlySet<string> | null>(null);
  let start: Start | null = null;

  function onStart({ event, nodeId, handleId, handleType }: ConnectStart): void {
    if (!event || !nodeId || handleType !== 'source') return;
    start = { source: nodeId, sourceHandle: handleId ?? DEFAULT_HANDLE, screen: pointOf(event) };
    targets.value = legalTargets(context.document(), context.catalogue(), start);
  }

  function outcomeAt(from: Start, screen: Point): ConnectOutcome | null {
    const { source, sourceHandle } = from;
    const distance = Math.hypot(screen.x - from.screen.x, screen.y - from.screen.y);
    if (distance < CLICK_DISTANCE) return { kind: 'open', from: { source, sourceHandle }, screen, at: null };
    // The nearest entry counts as hit, as vue-flow shows it, otherwise the card under the pointer.
    const target = flow.connectionEndHandle.value?.nodeId ?? nodeUnder(screen);
    if (target === source) return null;
    // The floor of the container that the node stands in is empty canvas to it.
    if (target === null || containersAround(context.document(), source).includes(target)) {
      const at = flow.screenToFlowCoordinate({ x: screen.x, y: screen.y });
      return { kind: 'open', from: { source, sourceHandle }, screen, at };
    }
    const wish = { source, sourceHandle, target };
    const problem = connectionProblem(context.document(), context.catalogue(), wish);
    return problem ? { kind: 'refused', problem } : { kind: 'connect', wish };
  }

  function onEnd(event?: MouseEvent | TouchEvent): void {
    const from = start;
    start = null;
    targets.value = null;
    const outcome = from && event ? outcomeAt(from, pointOf(event)) : null;
    if (outcome) onOutcome(outcome);
  }

  return { targets, onStart, onEnd };
}
