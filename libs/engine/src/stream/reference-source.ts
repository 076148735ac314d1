import type { ReferencePath } from '@heddle/model';
import { type KernelContext, scopeOf } from '../kernel/kernel-context';
import { framesOutwards } from '../kernel/lookup';
import type { FrameState } from '../kernel/state';

/** What a reference in a response reads, which decides when it can be said. */
export type ReferenceSource =
  /** An output of a node, which may stream. */
  | { readonly kind: 'output'; readonly frame: FrameState }
  /** What nothing on the way can change: the run's surroundings, the item of a frame. */
  | { readonly kind: 'constant' }
  /** A variable of the conversation, of the run or of a loop, which nodes can change. */
  | { readonly kind: 'variable' };

const CONSTANT = { kind: 'constant' } as const;
const VARIABLE = { kind: 'variable' } as const;

const FRAME_CONSTANTS: ReadonlySet<string | number | undefined> = new Set(['item', 'index']);

/** Finds what a reference reads, seen from a frame; names mean what they mean to `findValue`. */
export function referenceSource(
  context: KernelContext,
  own: FrameState,
  [head, step]: ReferencePath,
): ReferenceSource {
  if (head === 'sys' || head === 'env' || FRAME_CONSTANTS.has(head)) return CONSTANT;
  if (head === 'conversation') return VARIABLE;
  for (const frame of framesOutwards(context.state, own)) {
    if (frame.containerId === head && frame.call === null)
      return FRAME_CONSTANTS.has(step) ? CONSTANT : VARIABLE;
    if (scopeOf(context, frame).byId.has(head)) return { kind: 'output', frame };
  }
  return VARIABLE;
}
