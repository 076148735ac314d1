import { DEFAULT_HANDLE, ERROR_HANDLE, type JsonObject } from '@heddle/model';
import type { DifyEdge } from '../dsl/dify-dsl';
import type { ExchangeWarnings } from '../exchange-issue';
import { safeHandle } from '../handles';
import { renamedHandle, type ImportedGraph, type SourceNode } from './imported-graph';

/** Ways out that every node of Dify's may have. */
const COMMON_HANDLES: Readonly<Record<string, string>> = {
  source: DEFAULT_HANDLE,
  'success-branch': DEFAULT_HANDLE,
  'fail-branch': ERROR_HANDLE,
};

/** A way out as it is named here. */
export function readHandle(handle: string, { converter }: SourceNode): string {
  const renamed = renamedHandle(handle, converter);
  if (renamed !== undefined) return renamed;
  return Object.hasOwn(COMMON_HANDLES, handle) ? (COMMON_HANDLES[handle] ?? handle) : safeHandle(handle);
}

/** The connections of a file; those from a container's own start are what its inside begins with. */
export function readEdges(
  edges: readonly DifyEdge[],
  graph: ImportedGraph,
  warnings: ExchangeWarnings,
): JsonObject[] {
  const seen = new Set<string>();
  return edges.flatMap((edge): JsonObject[] => {
    if (graph.innerStarts.has(edge.source)) return [];
    const [source, target] = [graph.byId.get(edge.source), graph.byId.get(edge.target)];
    if (!source || !target) {
      warnings.add('EDGE_DROPPED', { source: edge.source, target: edge.target });
      return [];
    }
    const handle = readHandle(edge.sourceHandle ?? DEFAULT_HANDLE, source);
    const id = `${source.id}:${handle}:${target.id}`;
    if (seen.has(id)) return [];
    seen.add(id);
    const named = handle === DEFAULT_HANDLE ? {} : { source_handle: handle };
    return [{ id, source: source.id, target: target.id, ...named }];
  });
}
