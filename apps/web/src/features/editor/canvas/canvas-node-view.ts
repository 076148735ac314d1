import type { AnyNodeDefinition, FlowNode, NodeCategory } from '@heddle/model';
import { ERROR_HANDLE } from '@heddle/model';
import type { Language } from '../document/new-node';
import { handlesOf } from '../document/node-ports';
import { rowHandles, shownSummary, type Size } from '../layout/card-size';
import type { RunProgress } from '../run/run-progress';
import type { NodeRun } from '../run/run-state';

/** How many things are wrong with a node. */
export interface IssueCount {
  readonly errors: number;
  readonly warnings: number;
}

/** A way out that has a row on the card. */
export interface CanvasRow {
  readonly handle: string;
  readonly label: string;
  readonly isError: boolean;
}

/** Everything that a node's card shows. */
export interface CanvasNodeView {
  readonly id: string;
  readonly title: string;
  readonly typeTitle: string;
  readonly icon: string;
  readonly category: NodeCategory;
  readonly summary: string;
  readonly hasEntry: boolean;
  /** The way out at the header, for nodes with a single one. */
  readonly mainHandle: string | null;
  readonly rows: readonly CanvasRow[];
  readonly size: Size;
  /** For containers whose inside stands on the canvas: whether there is anything in it. */
  readonly frame: { readonly isEmpty: boolean } | null;
  readonly status: NodeRun['status'] | 'idle';
  readonly elapsedMs: number | null;
  readonly tokens: number | null;
  /** How often it ran, where containers let nodes run more than once. */
  readonly progress: RunProgress | null;
  readonly issues: IssueCount;
  /** Runs of the draft take what was pinned for the node's outputs. */
  readonly isMocked: boolean;
}

/** What a card is made from. */
export interface CanvasNodeSource {
  readonly node: FlowNode;
  readonly definition: AnyNodeDefinition | undefined;
  readonly size: Size;
  /** Nodes inside it; null for what is no container of nodes. */
  readonly childCount: number | null;
  readonly run: NodeRun | undefined;
  readonly progress: RunProgress | undefined;
  readonly issues: IssueCount;
  readonly language: Language;
}

/** What a card takes from its node's type; a type that is not installed is a plain box. */
function typeView(node: FlowNode, definition: AnyNodeDefinition | undefined, language: Language) {
  if (!definition) return { typeTitle: node.type, icon: 'box', category: 'note', hasEntry: true } as const;
  const { title, icon, category, kind } = definition;
  return { typeTitle: title[language], icon, category, hasEntry: kind !== 'start' };
}

/** What a card takes from the latest run. */
function runView(run: NodeRun | undefined) {
  if (!run) return { status: 'idle', elapsedMs: null, tokens: null } as const;
  return { status: run.status, elapsedMs: run.elapsedMs, tokens: run.usage?.total_tokens ?? null };
}

/** Projects a node onto the canvas; the one place where document, type, run and findings meet. */
export function toCanvasNode(source: CanvasNodeSource): CanvasNodeView {
  const { node, definition, size, childCount, run, progress, issues, language } = source;
  const handles = handlesOf(node, definition);
  const rows = rowHandles(handles);
  const main = handles.find((handle) => !rows.includes(handle));
  return {
    id: node.id,
    title: node.label || node.id,
    ...typeView(node, definition, language),
    summary: shownSummary(node, definition),
    mainHandle: main?.id ?? null,
    rows: rows.map(({ id, label }) => ({
      handle: id,
      label: label[language],
      isError: id === ERROR_HANDLE,
    })),
    size,
    frame: childCount === null ? null : { isEmpty: childCount === 0 },
    ...runView(run),
    progress: progress ?? null,
    issues,
    isMocked: node.pinned_output !== undefined,
  };
}
