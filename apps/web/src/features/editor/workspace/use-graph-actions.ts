import type { AnyNodeDefinition, FlowDocument, FlowMode, NodeCatalogue } from '@heddle/model';
import { useToast } from '@heddle/ui';
import { useI18n } from 'vue-i18n';
import { uiLanguage } from '@/app/i18n/i18n';
import {
  connectionProblem,
  type ConnectionProblem,
  type WishedConnection,
} from '../document/connection-rules';
import { connect, disconnect, insertOnEdge, removeNodes } from '../document/edge-commands';
import { useFlowDocument } from '../document/flow-document-store';
import { indexGraph } from '../document/graph-index';
import { newNode } from '../document/new-node';
import { addNode, existingNodes, moveNodes, type Point } from '../document/node-commands';
import { handlesOf } from '../document/node-ports';
import { useEditorUi, type PickerRequest } from '../editor-ui-store';
import { autoLayout } from '../layout/auto-layout';
import { cardSize } from '../layout/card-size';
import { freePlace, placeAfter, type Box } from '../layout/free-place';
import { makeRoom, placeOnEdge } from '../layout/make-room';
import { withStarter } from '../palette/starter-flow';

/** Where a new node goes and what it is connected to. */
export type Placement = Pick<PickerRequest, 'at' | 'from' | 'edgeId'>;

/** What the editor does to the graph: every gesture of canvas, palette and keyboard ends in one of these. */
export function useGraphActions(catalogue: NodeCatalogue, middle: () => Point) {
  const { t } = useI18n();
  const toast = useToast();
  const store = useFlowDocument();
  const ui = useEditorUi();

  function boxesOf(document: FlowDocument): Box[] {
    return document.nodes.map((node) => ({ ...node.position, ...cardSize(node, catalogue.get(node.type)) }));
  }

  /** After the node it is connected to, at the wished place, or where the user looks. */
  function wishedPlace({ at, from }: Placement): Point {
    if (at) return at;
    const sourceId = from?.source ?? ui.selectedNodeId;
    const source = sourceId === null ? undefined : indexGraph(store.document).nodes.get(sourceId);
    if (!source) return middle();
    return placeAfter({ ...source.position, ...cardSize(source, catalogue.get(source.type)) });
  }

  /** Pressing "add" with a node selected continues from that node, when it has one free way out. */
  function impliedSource(placement: Placement): Placement['from'] {
    if (placement.from || placement.at || placement.edgeId || ui.selectedNodeId === null)
      return placement.from;
    const index = indexGraph(store.document);
    const node = index.nodes.get(ui.selectedNodeId);
    if (!node) return undefined;
    const [way, ...others] = handlesOf(node, catalogue.get(node.type));
    if (!way || others.length > 0 || index.outgoing(node.id).length > 0) return undefined;
    return { source: node.id, sourceHandle: way.id };
  }

  function placed(document: FlowDocument, definition: AnyNodeDefinition, placement: Placement) {
    const edge = document.edges.find(({ id }) => id === placement.edgeId);
    const roomy = edge ? makeRoom(document, edge) : document;
    const wished = edge ? placeOnEdge(roomy, edge) : wishedPlace(placement);
    const node = newNode(roomy, definition, { at: wished, language: uiLanguage.value });
    const at = freePlace(wished, cardSize(node, definition), boxesOf(roomy));
    return { document: addNode(roomy, { ...node, position: at }), nodeId: node.id, edge };
  }

  /** Adds a node of a type and connects it as wished; answers its id. */
  function add(type: string, placement: Placement): string | null {
    const definition = catalogue.get(type);
    if (!definition) return null;
    const from = impliedSource(placement);
    const { document, nodeId, edge } = placed(store.document, definition, {
      ...placement,
      ...(from ? { from } : {}),
    });
    const command = (): FlowDocument => {
      if (edge) return insertOnEdge(document, catalogue, { edgeId: edge.id, nodeId });
      return from ? connect(document, catalogue, { ...from, target: nodeId }) : document;
    };
    const name = definition.title[uiLanguage.value];
    store.run(command, { label: { key: 'add', params: { name } } });
    ui.openNode(nodeId);
    return nodeId;
  }

  function refuse(problem: ConnectionProblem): void {
    toast.info({ title: t('editor.refused.title'), detail: t(`editor.refused.${problem}`) });
  }

  function connectNodes(wish: WishedConnection): void {
    const problem = connectionProblem(store.document, catalogue, wish);
    if (problem) refuse(problem);
    else store.run((document) => connect(document, catalogue, wish), { label: { key: 'connect' } });
  }

  function disconnectEdges(edgeIds: ReadonlySet<string>): void {
    store.run((document) => disconnect(document, edgeIds), { label: { key: 'disconnect' } });
  }

  /** Removes what is selected; the gaps that nodes leave are closed. */
  function removeSelection(): void {
    const nodeIds = existingNodes(store.document, ui.nodeIds);
    if (nodeIds.length > 0) {
      const label = { key: 'remove', params: { count: nodeIds.length } };
      store.run((document) => removeNodes(document, catalogue, nodeIds), { label });
    } else if (ui.edgeIds.size > 0) {
      disconnectEdges(ui.edgeIds);
    }
    ui.select([]);
  }

  function move(places: ReadonlyMap<string, Point>): void {
    store.run((document) => moveNodes(document, places), {
      label: { key: 'move', params: { count: places.size } },
    });
  }

  function tidy(): void {
    if (store.nodes.length === 0) return;
    store.run((document) => moveNodes(document, autoLayout(document, catalogue, ui.nodeIds)), {
      label: { key: 'tidy' },
    });
  }

  /** Puts the smallest flow that runs onto the empty canvas. */
  function addStarter(mode: FlowMode): void {
    store.run((document) => withStarter(document, catalogue, { mode, language: uiLanguage.value }), {
      label: { key: 'starter' },
    });
  }

  return { add, addStarter, connectNodes, refuse, disconnectEdges, removeSelection, move, tidy };
}
