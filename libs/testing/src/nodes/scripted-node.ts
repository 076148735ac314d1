import { defineExecutor, type NodeContext, type NodeExecutor, type NodeResult } from '@heddle/engine';
import {
  defineNode,
  type ContainerSpec,
  type FlowCall,
  type JsonObject,
  type NodeEffect,
  type NodeKind,
  type ResponsePart,
} from '@heddle/model';
import { z } from 'zod';

/** How a made-up node type behaves; what is not said is an action that leaves nothing behind. */
export interface NodeScript {
  readonly kind?: NodeKind;
  readonly effect?: NodeEffect;
  /** Ways out besides `error`. */
  readonly handles?: readonly string[];
  readonly outputs?: readonly string[];
  readonly streams?: readonly string[];
  readonly response?: (config: JsonObject) => readonly ResponsePart[];
  readonly isResult?: boolean;
  readonly container?: ContainerSpec<JsonObject>;
  readonly callee?: (config: JsonObject) => FlowCall;
  run?(config: JsonObject, context: NodeContext): NodeResult | Promise<NodeResult>;
}

const named = (text: string): { en: string; zh: string } => ({ en: text, zh: text });

/** Makes a node type for engine scenarios: any config, every port, and a behaviour that the test writes. */
export function scriptedNode(type: string, script: NodeScript = {}): NodeExecutor<JsonObject> {
  const definition = defineNode<JsonObject, string>({
    type,
    kind: script.kind ?? 'action',
    effect: script.effect ?? 'none',
    category: 'logic',
    icon: 'circle',
    title: named(type),
    description: named(`The scripted node '${type}'.`),
    config: z.record(z.string(), z.json()) as z.ZodType<JsonObject>,
    initialConfig: {},
    ports: () => (script.handles ?? ['source']).map((id) => ({ id, label: named(id) })),
    outputs: () => (script.outputs ?? []).map((name) => ({ name, type: 'any' as const, title: named(name) })),
    streams: script.streams ?? [],
    ...(script.response ? { response: script.response } : {}),
    ...(script.isResult ? { isResult: true } : {}),
    ...(script.callee ? { callee: script.callee } : {}),
    ...(script.container ? { container: script.container } : {}),
  });
  return defineExecutor(definition, {
    needs: [
      ...(['chat', 'embedding', 'rerank', 'sandbox', 'http', 'mail', 'files'] as const),
      ...(['secrets', 'history', 'tools', 'mcp'] as const),
    ],
    run: (config, context) => script.run?.(config, context) ?? { outputs: {} },
  });
}
