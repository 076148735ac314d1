import { handleOf, type FlowDocument, type FlowEdge, type NodeCatalogue } from '@heddle/model';
import { shallowRef, type ComputedRef, type InjectionKey, type ShallowRef } from 'vue';
import type { Format } from '@/app/i18n/use-format';
import { indexGraph } from '../document/graph-index';
import type { Language } from '../document/new-node';
import { geometryOf } from '../layout/frame-size';
import { isSameProgress, type RunProgress } from '../run/run-progress';
import type { NodeRun } from '../run/run-state';
import {
  toCanvasNode,
  type CanvasNodeSource,
  type CanvasNodeView,
  type IssueCount,
} from './canvas-node-view';

/** What a run did with a connection. */
export type EdgeFate = 'idle' | 'taken' | 'untaken' | 'active';

/** What the views of a canvas are made from. */
export interface CanvasSource {
  readonly document: Pick<FlowDocument, 'nodes' | 'edges'>;
  readonly catalogue: NodeCatalogue;
  readonly runs: ReadonlyMap<string, NodeRun>;
  readonly progress: ReadonlyMap<string, RunProgress>;
  readonly issues: ReadonlyMap<string, IssueCount>;
  readonly language: Language;
}

/** View models by id, each in a ref of its own, so that a change redraws one card and not the canvas. */
export interface CanvasViews {
  update(source: CanvasSource): void;
  nodeView(id: string): Readonly<ShallowRef<CanvasNodeView | null>>;
  edgeFate(id: string): Readonly<ShallowRef<EdgeFate>>;
}

/** Key under which the canvas shares its views with cards and edges. */
export const CANVAS_VIEWS: InjectionKey<CanvasViews> = Symbol('canvas-views');

/** Key under which the canvas shares how numbers are written, made once for all cards. */
export const CANVAS_FORMAT: InjectionKey<ComputedRef<Format>> = Symbol('canvas-format');

const NO_ISSUES: IssueCount = { errors: 0, warnings: 0 };

const isSameSource = (a: CanvasNodeSource, b: CanvasNodeSource): boolean =>
  a.node === b.node &&
  a.definition === b.definition &&
  a.size.width === b.size.width &&
  a.size.height === b.size.height &&
  a.childCount === b.childCount &&
  a.run === b.run &&
  isSameProgress(a.progress, b.progress) &&
  a.language === b.language &&
  a.issues.errors === b.issues.errors &&
  a.issues.warnings === b.issues.warnings;

/** Says what a run did with a connection, from what it did at both ends. */
export function edgeFateOf(edge: FlowEdge, runs: ReadonlyMap<string, NodeRun>): EdgeFate {
  const source = runs.get(edge.source);
  if (!source || source.status === 'running') return 'idle';
  if (source.status === 'skipped' || source.handle === null) return 'untaken';
  if (source.handle !== handleOf(edge)) return 'untaken';
  return runs.get(edge.target)?.status === 'running' ? 'active' : 'taken';
}

class RefsById<Value> {
  private readonly refs = new Map<string, ShallowRef<Value>>();

  constructor(private readonly empty: Value) {}

  get(id: string): ShallowRef<Value> {
    const known = this.refs.get(id);
    if (known) return known;
    const made = shallowRef(this.empty);
    this.refs.set(id, made);
    return made;
  }

  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.refs.keys()) if (!ids.has(id)) this.refs.delete(id);
  }
}

/** Makes the views of one canvas. */
export function createCanvasViews(): CanvasViews {
  const nodes = new RefsById<CanvasNodeView | null>(null);
  const fates = new RefsById<EdgeFate>('idle');
  const sources = new Map<string, CanvasNodeSource>();

  function updateNodes({ document, catalogue, runs, progress, issues, language }: CanvasSource): void {
    const geometry = geometryOf(document, catalogue);
    for (const node of document.nodes) {
      const source: CanvasNodeSource = {
        node,
        definition: catalogue.get(node.type),
        size: geometry.sizeOf(node.id),
        childCount: geometry.isFrame(node.id) ? geometry.childrenOf(node.id).length : null,
        run: runs.get(node.id),
        progress: progress.get(node.id),
        issues: issues.get(node.id) ?? NO_ISSUES,
        language,
      };
      const known = sources.get(node.id);
      if (known && isSameSource(known, source)) continue;
      sources.set(node.id, source);
      nodes.get(node.id).value = toCanvasNode(source);
    }
  }

  function forget(document: CanvasSource['document']): void {
    const { nodes: present } = indexGraph(document);
    for (const id of sources.keys()) if (!present.has(id)) sources.delete(id);
    nodes.keepOnly(new Set(present.keys()));
    fates.keepOnly(new Set(document.edges.map(({ id }) => id)));
  }

  return {
    update(source) {
      updateNodes(source);
      for (const edge of source.document.edges) fates.get(edge.id).value = edgeFateOf(edge, source.runs);
      forget(source.document);
    },
    nodeView: (id) => nodes.get(id),
    edgeFate: (id) => fates.get(id),
  };
}
