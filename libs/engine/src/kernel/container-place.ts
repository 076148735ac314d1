import type { CompiledNode } from '../compile/compiled-flow';
import { type KernelContext, scopeOf } from './kernel-context';
import { type FrameState, nodeKeyOf } from './state';

/** A container and the frame that it stands in. */
export interface ContainerPlace {
  readonly frame: FrameState;
  readonly node: CompiledNode;
}

/** Whether a container has begun and not ended; also false once its frame is over. */
export const isAtWork = ({ state }: Pick<KernelContext, 'state'>, { frame, node }: ContainerPlace): boolean =>
  state.frames[frame.key] === frame && state.containers[nodeKeyOf(frame.key, node.id)] !== undefined;

/** All containers that have begun and not ended. */
export function* containersAtWork(context: KernelContext): Generator<ContainerPlace> {
  for (const frame of Object.values(context.state.frames)) {
    for (const node of scopeOf(context, frame).nodes) {
      if (node.inner && isAtWork(context, { frame, node })) yield { frame, node };
    }
  }
}
