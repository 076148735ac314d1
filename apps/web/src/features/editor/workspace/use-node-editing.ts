import type { FlowDocument, Json, NodeCatalogue } from '@heddle/model';
import type { ConfigPath } from '../document/config-path';
import { formatConfigPath } from '../document/config-path';
import { dropLooseEdges } from '../document/edge-commands';
import { useFlowDocument } from '../document/flow-document-store';
import { indexGraph } from '../document/graph-index';
import { renameNode, setEnvelope, updateConfig, type Envelope } from '../document/node-commands';

/** What the panel does to a node; quick edits of one field are one step. */
export function useNodeEditing(catalogue: NodeCatalogue) {
  const store = useFlowDocument();
  const labelOf = (nodeId: string): string => indexGraph(store.document).nodes.get(nodeId)?.label || nodeId;

  function edit(nodeId: string, field: string, command: (document: FlowDocument) => FlowDocument): void {
    store.run((document) => dropLooseEdges(command(document), catalogue, nodeId), {
      label: { key: 'edit', params: { name: labelOf(nodeId) } },
      mergeKey: `${nodeId}:${field}`,
    });
  }

  return {
    rename(nodeId: string, label: string): void {
      store.run((document) => renameNode(document, nodeId, label), {
        label: { key: 'rename', params: { name: labelOf(nodeId) } },
        mergeKey: `${nodeId}:label`,
      });
    },
    setConfig(nodeId: string, path: ConfigPath, value: Json | undefined): void {
      edit(nodeId, formatConfigPath(path), (document) => updateConfig(document, nodeId, { path, value }));
    },
    setEnvelope(nodeId: string, patch: Partial<Envelope>, field: string): void {
      edit(nodeId, field, (document) => setEnvelope(document, nodeId, patch));
    },
  };
}
