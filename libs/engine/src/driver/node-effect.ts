import type { NodeEffect } from '@heddle/model';
import type { CompiledNode } from '../compile/compiled-flow';

/** What running a node twice does, which some types know only by their config. */
export const effectOf = (node: CompiledNode): NodeEffect =>
  node.definition.effectOf?.(node.config) ?? node.definition.effect;
