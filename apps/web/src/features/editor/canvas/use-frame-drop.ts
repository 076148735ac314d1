import type { FlowDocument, NodeCatalogue } from '@heddle/model';
import { shallowRef, type InjectionKey, type ShallowRef } from 'vue';
import { frameOf } from '../document/frames';
import type { Point } from '../document/node-commands';
import { frameUnder } from '../layout/drop-nodes';

/** The container that the node being dragged would come into, when it is another one than before. */
export const DROP_FRAME: InjectionKey<Readonly<ShallowRef<string | null>>> = Symbol('drop-frame');

/** Follows a drag and says which container it would end in. */
export function useFrameDrop(context: {
  readonly document: () => FlowDocument;
  readonly catalogue: () => NodeCatalogue;
}) {
  const frame = shallowRef<string | null>(null);
  return {
    frame,
    onDrag(nodeId: string, place: Point): void {
      const document = context.document();
      const under = frameUnder(document, context.catalogue(), { nodeId, place });
      frame.value = under === undefined || under === frameOf(document, nodeId) ? null : under;
    },
    end(): void {
      frame.value = null;
    },
  };
}
