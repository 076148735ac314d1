import type { NodeCatalogue } from '@heddle/model';
import { useToast } from '@heddle/ui';
import { useI18n } from 'vue-i18n';
import {
  copyNodes,
  fragmentFromText,
  fragmentToText,
  pasteFragment,
  type FlowFragment,
  type PastePlace,
} from '../document/clipboard';
import { useFlowDocument } from '../document/flow-document-store';
import { frameOf } from '../document/frames';
import { existingNodes, type Point } from '../document/node-commands';
import { useEditorUi } from '../editor-ui-store';
import { CARD, snap } from '../layout/card-size';
import { boxesIn, FRAME, geometryOf, insideFrame } from '../layout/frame-size';
import { freePlace } from '../layout/free-place';
import { keepClear } from '../layout/keep-clear';

/** Copies, pastes and duplicates nodes, through the system's clipboard, so that they travel between tabs. */
export function useClipboard(catalogue: NodeCatalogue, middle: () => Point) {
  const { t } = useI18n();
  const toast = useToast();
  const store = useFlowDocument();
  const ui = useEditorUi();

  function selectedFragment(): FlowFragment | null {
    const nodeIds = existingNodes(store.document, ui.nodeIds);
    return nodeIds.length === 0 ? null : copyNodes(store.document, nodeIds);
  }

  /** Fills the clipboard on the browser's own copy event; false when nothing is selected. */
  function copy(event: ClipboardEvent): boolean {
    const fragment = selectedFragment();
    if (!fragment || !event.clipboardData) return false;
    event.clipboardData.setData('text/plain', fragmentToText(fragment));
    event.preventDefault();
    toast.success({
      title: t('editor.clipboard.copied', { count: fragment.nodes.length }),
      durationMs: 1_500,
    });
    return true;
  }

  function insert(fragment: FlowFragment, place: Omit<PastePlace, 'catalogue'>, key: string): void {
    const at = insideFrame(snap(place.at), place.frameId);
    const result = pasteFragment(store.document, fragment, { ...place, at, catalogue });
    store.run((document) => keepClear(document, result.document, catalogue), {
      label: { key, params: { count: result.nodeIds.length } },
    });
    const isInside = (id: string): boolean => result.nodeIds.includes(frameOf(result.document, id) ?? '');
    ui.select(result.nodeIds.filter((id) => !isInside(id)));
    if (result.unknownCount > 0) {
      toast.info({ title: t('editor.clipboard.unknown', { count: result.unknownCount }) });
    }
    if (result.misplacedCount > 0) {
      toast.info({ title: t('editor.clipboard.misplaced', { count: result.misplacedCount }) });
    }
  }

  /** Where pasted nodes go: into the selected container, unless it is what was copied, or beside the selected node. */
  function frameForPaste(fragment: FlowFragment): string | undefined {
    const { document } = store;
    const selectedId = ui.selectedNodeId;
    if (selectedId === null) return undefined;
    const wasCopied = fragment.nodes.some(({ id }) => id === selectedId);
    const isFrame = geometryOf(document, catalogue).isFrame(selectedId);
    return isFrame && !wasCopied ? selectedId : frameOf(document, selectedId);
  }

  /** Takes nodes, or a whole flow, from the browser's own paste event; false when there are none in it. */
  function paste(event: ClipboardEvent): boolean {
    const fragment = fragmentFromText(event.clipboardData?.getData('text/plain') ?? '');
    if (!fragment) return false;
    event.preventDefault();
    const frameId = frameForPaste(fragment);
    const geometry = geometryOf(store.document, catalogue);
    if (frameId === undefined) {
      const { x, y } = middle();
      insert(fragment, { at: { x: x - CARD.width / 2, y: y - CARD.header } }, 'paste');
    } else {
      const size = { width: CARD.width, height: CARD.header };
      const at = freePlace({ x: FRAME.left, y: FRAME.top }, size, boxesIn(geometry, frameId));
      insert(fragment, { at, frameId }, 'paste');
    }
    return true;
  }

  function duplicate(): void {
    const fragment = selectedFragment();
    if (!fragment) return;
    const copied = new Set(fragment.nodes.map(({ id }) => id));
    const roots = fragment.nodes.filter(({ id }) => !copied.has(frameOf(store.document, id) ?? ''));
    const frames = new Set(roots.map(({ id }) => frameOf(store.document, id)));
    const [frameId] = frames.size === 1 ? frames : [];
    const x = Math.min(...roots.map(({ position }) => position.x));
    const y = Math.min(...roots.map(({ position }) => position.y));
    insert(fragment, { at: { x: x + 2 * CARD.grid, y: y + 2 * CARD.grid }, frameId }, 'duplicate');
  }

  return { copy, paste, duplicate };
}
