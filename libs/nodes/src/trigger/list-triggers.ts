import { trigger, type TriggerConfig } from './schema';

/** A start of a flow with its config, defaults filled in. */
export interface ListedTrigger {
  readonly nodeId: string;
  readonly config: TriggerConfig;
  /** Whether the node's own check finds nothing wrong. */
  readonly isSound: boolean;
}

/** Lists the starts among nodes; those whose config cannot be read are left out. */
export function listTriggers(
  nodes: readonly { readonly id?: unknown; readonly type?: unknown; readonly config?: unknown }[],
): ListedTrigger[] {
  return nodes.flatMap(({ id, type, config }): ListedTrigger[] => {
    if (type !== trigger.type || typeof id !== 'string') return [];
    const parsed = trigger.config.safeParse(config ?? {});
    if (!parsed.success) return [];
    return [{ nodeId: id, config: parsed.data, isSound: trigger.check?.(parsed.data).length === 0 }];
  });
}
