import { handleOf, type FlowDocument, type FlowNode, type NodeCatalogue } from '@heddle/model';
import { ancestorsOf, indexGraph } from './graph-index';
import { handlesOf } from './node-ports';

/** A connection that somebody is about to make. */
export interface WishedConnection {
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
}

/** Why a connection is refused; shown as `editor.refused.<problem>`. */
export type ConnectionProblem =
  'missing' | 'self' | 'into_start' | 'scope' | 'handle' | 'duplicate' | 'cycle';

function problemOfEnds(
  source: FlowNode,
  target: FlowNode,
  catalogue: NodeCatalogue,
): ConnectionProblem | null {
  if (source.id === target.id) return 'self';
  if (catalogue.get(target.type)?.kind === 'start') return 'into_start';
  if (source.parent_id !== target.parent_id) return 'scope';
  return null;
}

/** Says why two nodes cannot be connected; null when they can. */
export function connectionProblem(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  wish: WishedConnection,
): ConnectionProblem | null {
  const index = indexGraph(document);
  const source = index.nodes.get(wish.source);
  const target = index.nodes.get(wish.target);
  if (!source || !target) return 'missing';
  const ends = problemOfEnds(source, target, catalogue);
  if (ends) return ends;
  const definition = catalogue.get(source.type);
  const handles = handlesOf(source, definition);
  if (definition && !handles.some(({ id }) => id === wish.sourceHandle)) return 'handle';
  const isThere = index
    .outgoing(wish.source)
    .some((edge) => edge.target === wish.target && handleOf(edge) === wish.sourceHandle);
  if (isThere) return 'duplicate';
  return ancestorsOf(index, wish.source).has(wish.target) ? 'cycle' : null;
}

/** The nodes that a connection beginning here may lead to; works the ancestors out once for all of them. */
export function legalTargets(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  from: Pick<WishedConnection, 'source' | 'sourceHandle'>,
): Set<string> {
  const index = indexGraph(document);
  const source = index.nodes.get(from.source);
  if (!source) return new Set();
  const before = ancestorsOf(index, source.id);
  const taken = new Set(
    index
      .outgoing(source.id)
      .filter((edge) => handleOf(edge) === from.sourceHandle)
      .map((edge) => edge.target),
  );
  const legal = document.nodes.filter(
    (target) =>
      !before.has(target.id) && !taken.has(target.id) && problemOfEnds(source, target, catalogue) === null,
  );
  return new Set(legal.map(({ id }) => id));
}
