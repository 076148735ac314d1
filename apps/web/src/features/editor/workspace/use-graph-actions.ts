import type { FlowMode, NodeCatalogue } from '@heddle/model';
import { useToast } from '@heddle/ui';
import { useI18n } from 'vue-i18n';
import { uiLanguage } from '@/app/i18n/i18n';
import {
  connectionProblem,
  type ConnectionProblem,
  type WishedConnection,
} from '../document/connection-rules';
import { connect, disconnect, removeNodes } from '../document/edge-commands';
import { useFlowDocument } from '../document/flow-document-store';
import type { PlaceProblem } from '../document/frames';
import { existingNodes, resizeNode, type Point } from '../document/node-commands';
import { useEditorUi } from '../editor-ui-store';
import { autoLayout } from '../layout/auto-layout';
import type { Size } from '../layout/card-size';
import { dropNodes } from '../layout/drop-nodes';
import { keepClear } from '../layout/keep-clear';
import { withStarter } from '../palette/starter-flow';
import { placeNew, type Placement } from './placing';

/** What the editor does to the graph: every gesture of canvas, palette and keyboard ends in one of these. */
export function useGraphActions(catalogue: NodeCatalogue, middle: () => Point) {
  const { t } = useI18n();
  const toast = useToast();
  const store = useFlowDocument();
  const ui = useEditorUi();

  function tellMisplaced(problem: PlaceProblem): void {
    toast.info({ title: t('editor.misplaced.title'), detail: t(`editor.misplaced.${problem}`) });
  }

  /** Adds a node of a type and connects it as wished; answers its id. */
  function add(type: string, placement: Placement): string | null {
    const definition = catalogue.get(type);
    if (!definition) return null;
    const context = {
      document: store.document,
      catalogue,
      selectedId: ui.selectedNodeId,
      middle: middle(),
      language: uiLanguage.value,
    };
    const placed = placeNew(context, definition, placement);
    if ('problem' in placed) {
      tellMisplaced(placed.problem);
      return null;
    }
    const name = definition.title[uiLanguage.value];
    store.run(() => placed.document, { label: { key: 'add', params: { name } } });
    ui.openNode(placed.nodeId);
    return placed.nodeId;
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

  /** Puts dragged nodes down, into containers and out of them. */
  function move(places: ReadonlyMap<string, Point>): void {
    const { document, cutCount, problem } = dropNodes(store.document, catalogue, places);
    store.run(() => document, { label: { key: 'move', params: { count: places.size } } });
    if (cutCount > 0) toast.info({ title: t('editor.frames.cut', { count: cutCount }) });
    if (problem) tellMisplaced(problem);
  }

  function resize(nodeId: string, size: Size): void {
    store.run((document) => keepClear(document, resizeNode(document, nodeId, size), catalogue), {
      label: { key: 'resize' },
      mergeKey: `${nodeId}:size`,
    });
  }

  function tidy(): void {
    if (store.nodes.length === 0) return;
    store.run((document) => autoLayout(document, catalogue, ui.nodeIds), { label: { key: 'tidy' } });
  }

  /** Puts the smallest flow that runs onto the empty canvas. */
  function addStarter(mode: FlowMode): void {
    store.run((document) => withStarter(document, catalogue, { mode, language: uiLanguage.value }), {
      label: { key: 'starter' },
    });
  }

  return { add, addStarter, connectNodes, refuse, disconnectEdges, removeSelection, move, resize, tidy };
}
