import type { EditorAction } from '../keyboard/keymap';
import { useFlowDocument } from '../document/flow-document-store';
import { nextNode, type Direction } from '../document/walk';
import { useEditorUi } from '../editor-ui-store';

/** The canvas as actions see it. */
export interface CanvasHandle {
  fit(): void;
  zoomIn(): void;
  zoomOut(): void;
  zoomTo(zoom: number): void;
  reveal(nodeId: string): Promise<void>;
  focusNode(nodeId: string): void;
}

/** What actions reach besides the stores. */
export interface ActionContext {
  readonly canEdit: () => boolean;
  readonly canvas: () => CanvasHandle | null;
  readonly save: () => void;
  readonly run: () => void;
  readonly rename: () => void;
  readonly removeSelection: () => void;
  readonly duplicate: () => void;
  readonly tidy: () => void;
}

/** What only those may do who may change the flow. */
const EDITS: ReadonlySet<EditorAction> = new Set([
  'save',
  'undo',
  'redo',
  'remove',
  'duplicate',
  'add',
  'rename',
  'tidy',
]);

/** Performs what keys and toolbar ask for; false when there was nothing to do and the key is the browser's. */
export function useEditorActions(context: ActionContext): (action: EditorAction) => boolean | void {
  const store = useFlowDocument();
  const ui = useEditorUi();

  function walk(direction: Direction): boolean {
    const from = ui.selectedNodeId ?? store.nodes[0]?.id;
    if (from === undefined) return false;
    const next = ui.selectedNodeId === null ? from : nextNode(store.document, from, direction);
    if (next === null) return true;
    ui.select([next]);
    void context.canvas()?.reveal(next);
    context.canvas()?.focusNode(next);
    return true;
  }

  /** Closes the topmost thing that is open. */
  function close(): boolean {
    if (ui.picker) ui.picker = null;
    else if (ui.nodeIds.size > 0 || ui.edgeIds.size > 0) ui.select([]);
    else if (ui.drawer) ui.drawer = null;
    else if (ui.side) ui.side = null;
    else return false;
    return true;
  }

  /** Opens the panel of the selected node, or of the one that has the focus. */
  function open(): boolean {
    const focused = document.activeElement?.closest<HTMLElement>('.vue-flow__node')?.dataset['id'];
    const nodeId = focused ?? ui.selectedNodeId;
    if (nodeId === null || nodeId === undefined) return false;
    ui.openNode(nodeId);
    return true;
  }

  const actions: Readonly<Record<EditorAction, () => boolean | void>> = {
    save: context.save,
    run: context.run,
    undo: () => void store.undo(),
    redo: () => void store.redo(),
    remove: context.removeSelection,
    duplicate: context.duplicate,
    select_all: () => ui.select(store.nodes.map(({ id }) => id)),
    add: () => {
      ui.picker = { screen: null, at: null };
    },
    open,
    close,
    rename: context.rename,
    left: () => walk('left'),
    right: () => walk('right'),
    up: () => walk('up'),
    down: () => walk('down'),
    fit: () => context.canvas()?.fit(),
    zoom_reset: () => context.canvas()?.zoomTo(1),
    zoom_in: () => context.canvas()?.zoomIn(),
    zoom_out: () => context.canvas()?.zoomOut(),
    tidy: context.tidy,
    shortcuts: () => {
      ui.dialog = 'shortcuts';
    },
  };

  return (action) => (EDITS.has(action) && !context.canEdit() ? false : actions[action]());
}
