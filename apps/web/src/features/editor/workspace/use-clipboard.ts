import type { NodeCatalogue } from '@heddle/model';
import { useToast } from '@heddle/ui';
import { useI18n } from 'vue-i18n';
import {
  copyNodes,
  fragmentFromText,
  fragmentToText,
  pasteFragment,
  type FlowFragment,
} from '../document/clipboard';
import { useFlowDocument } from '../document/flow-document-store';
import { existingNodes, type Point } from '../document/node-commands';
import { useEditorUi } from '../editor-ui-store';
import { CARD, snap } from '../layout/card-size';

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

  function insert(fragment: FlowFragment, at: Point, key: string): void {
    const result = pasteFragment(store.document, fragment, { at: snap(at), catalogue });
    store.run(() => result.document, { label: { key, params: { count: result.nodeIds.length } } });
    ui.select(result.nodeIds);
    if (result.unknownCount > 0) {
      toast.info({ title: t('editor.clipboard.unknown', { count: result.unknownCount }) });
    }
  }

  /** Takes nodes, or a whole flow, from the browser's own paste event; false when there are none in it. */
  function paste(event: ClipboardEvent): boolean {
    const fragment = fragmentFromText(event.clipboardData?.getData('text/plain') ?? '');
    if (!fragment) return false;
    event.preventDefault();
    const { x, y } = middle();
    insert(fragment, { x: x - CARD.width / 2, y: y - CARD.header }, 'paste');
    return true;
  }

  function duplicate(): void {
    const fragment = selectedFragment();
    if (!fragment) return;
    const x = Math.min(...fragment.nodes.map(({ position }) => position.x));
    const y = Math.min(...fragment.nodes.map(({ position }) => position.y));
    insert(fragment, { x: x + 2 * CARD.grid, y: y + 2 * CARD.grid }, 'duplicate');
  }

  return { copy, paste, duplicate };
}
