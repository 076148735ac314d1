import type { AnyNodeDefinition, FlowDocument, FlowNode } from '@heddle/model';
import type { Point } from './node-commands';
import { freshLabel, freshNodeId } from './unique-names';

/** Languages that the editor shows texts of nodes in. */
export type Language = 'en' | 'zh';

/** A node of a type as it is first dropped: its initial config, an id and a title of its own. */
export function newNode(
  document: FlowDocument,
  definition: AnyNodeDefinition,
  { at, language }: { readonly at: Point; readonly language: Language },
): FlowNode {
  const ids = new Set(document.nodes.map(({ id }) => id));
  return {
    id: freshNodeId(definition.type, (id) => ids.has(id)),
    type: definition.type,
    label: freshLabel(definition.title[language], document.nodes),
    position: { x: at.x, y: at.y },
    config: structuredClone(definition.initialConfig),
    ...(definition.version > 1 ? { version: definition.version } : {}),
  };
}
