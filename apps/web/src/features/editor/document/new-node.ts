import type { AnyNodeDefinition, FlowDocument, FlowNode } from '@heddle/model';
import type { Point } from './node-commands';
import { freshLabel, freshNodeId } from './unique-names';

/** Languages that the editor shows texts of nodes in. */
export type Language = 'en' | 'zh';

/** Where a new node goes, counted in its container when it gets one, and in which language it is titled. */
export interface NewNodePlace {
  readonly at: Point;
  readonly frameId?: string | undefined;
  readonly language: Language;
}

/** A node of a type as it is first dropped: its initial config, an id and a title of its own. */
export function newNode(
  document: FlowDocument,
  definition: AnyNodeDefinition,
  { at, frameId, language }: NewNodePlace,
): FlowNode {
  const ids = new Set(document.nodes.map(({ id }) => id));
  return {
    id: freshNodeId(definition.type, (id) => ids.has(id)),
    type: definition.type,
    label: freshLabel(definition.title[language], document.nodes),
    position: { x: at.x, y: at.y },
    config: structuredClone(definition.initialConfig),
    ...(frameId === undefined ? {} : { parent_id: frameId }),
    ...(definition.version > 1 ? { version: definition.version } : {}),
  };
}
