import {
  flowDocumentSchema,
  flowNodeSchema,
  readNodeConfig,
  withOlderEnvelope,
  type FlowDocument,
  type FlowNode,
  type NodeCatalogue,
} from '@heddle/model';

/** Brings a node's config to the version that the forms of today edit; leaves alone what does not parse. */
function upToDate(node: FlowNode, catalogue: NodeCatalogue): FlowNode {
  const definition = catalogue.get(node.type);
  if (!definition || (node.version ?? 1) >= definition.version) return node;
  const reading = readNodeConfig(node, definition);
  if (!reading.isValid) return node;
  const envelope = flowNodeSchema.safeParse(withOlderEnvelope(node, definition));
  return { ...(envelope.success ? envelope.data : node), config: reading.raw, version: definition.version };
}

/** Reads a definition for editing; null when it is no flow at all. */
export function openDocument(definition: unknown, catalogue: NodeCatalogue): FlowDocument | null {
  const parsed = flowDocumentSchema.safeParse(definition);
  if (!parsed.success) return null;
  return { ...parsed.data, nodes: parsed.data.nodes.map((node) => upToDate(node, catalogue)) };
}
