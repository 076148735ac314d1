import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { Point } from './document/node-commands';
import type { WishedConnection } from './document/connection-rules';

/** What the drawer at the bottom shows. */
export type DrawerTab = 'trace' | 'problems';
/** What stands beside the canvas, next to the panel of the selected node. */
export type SidePanel = 'run' | 'versions';
/** Dialogs of the editor; one is open at a time. */
export type EditorDialog = 'variables' | 'publish' | 'shortcuts';

/** Where a node chosen in the picker goes. */
export interface PickerRequest {
  /** Where the picker opens on the screen; docked at the left when null. */
  readonly screen: Point | null;
  /** Where the node goes on the canvas; after the selected node when null. */
  readonly at: Point | null;
  /** A connection that begins somewhere and has no end yet. */
  readonly from?: Pick<WishedConnection, 'source' | 'sourceHandle'>;
  /** A connection to put the node into. */
  readonly edgeId?: string;
  /** A container to put the node into. */
  readonly frameId?: string;
}

/** A wish to show a field: the panel scrolls to it and focuses it. */
export interface FocusRequest {
  readonly nodeId: string;
  readonly path: string;
  readonly serial: number;
}

const NOTHING: ReadonlySet<string> = new Set();

/** What is selected and what is open in the editor. Knows neither the document nor the run. */
export const useEditorUi = defineStore('editor-ui', () => {
  const nodeIds = shallowRef<ReadonlySet<string>>(NOTHING);
  const edgeIds = shallowRef<ReadonlySet<string>>(NOTHING);
  const isPanelOpen = shallowRef(true);
  const drawer = shallowRef<DrawerTab | null>(null);
  const side = shallowRef<SidePanel | null>(null);
  const dialog = shallowRef<EditorDialog | null>(null);
  const picker = shallowRef<PickerRequest | null>(null);
  const focus = shallowRef<FocusRequest | null>(null);

  const selectedNodeId = computed(() => {
    const [only] = nodeIds.value;
    return nodeIds.value.size === 1 && only !== undefined ? only : null;
  });

  function select(nodes: Iterable<string>, edges: Iterable<string> = []): void {
    nodeIds.value = new Set(nodes);
    edgeIds.value = new Set(edges);
  }

  /** Selects a node and opens its panel; with a path, at that field. */
  function openNode(nodeId: string, path?: string): void {
    select([nodeId]);
    isPanelOpen.value = true;
    if (path !== undefined) focus.value = { nodeId, path, serial: (focus.value?.serial ?? 0) + 1 };
  }

  function reset(): void {
    select([]);
    isPanelOpen.value = true;
    drawer.value = null;
    side.value = null;
    dialog.value = null;
    picker.value = null;
    focus.value = null;
  }

  return {
    nodeIds,
    edgeIds,
    selectedNodeId,
    isPanelOpen,
    drawer,
    side,
    dialog,
    picker,
    focus,
    select,
    openNode,
    reset,
  };
});
