import type { FlowMode } from '@heddle/model';
import type { LocationQuery, LocationQueryRaw } from 'vue-router';
import type { FlowFilter } from './api/flows-api';
import { MODES } from './flow-modes';

/** Orders that the list offers; the first is the usual one. */
export const LIST_SORTS = ['-updated_at', '-created_at', 'name'] as const;
/** One of {@link LIST_SORTS}. */
export type ListSort = (typeof LIST_SORTS)[number];

/** How many flows a page of the list shows. */
export const PAGE_SIZE = 24;

/** Reads the filter from the address; what makes no sense there counts as not said. */
export function filterOfQuery(query: LocationQuery): FlowFilter & { readonly sort: ListSort } {
  const page = Number(query['page']);
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    page_size: PAGE_SIZE,
    q: typeof query['q'] === 'string' ? query['q'] : '',
    sort: LIST_SORTS.find((sort) => sort === query['sort']) ?? LIST_SORTS[0],
    mode: MODES.find((mode) => mode === query['mode']),
  };
}

/** Writes a filter into the address, leaving out what is usual. */
export function queryOfFilter(filter: {
  readonly page: number;
  readonly q: string;
  readonly sort: string;
  readonly mode: FlowMode | undefined;
}): LocationQueryRaw {
  return {
    ...(filter.q.trim() === '' ? {} : { q: filter.q.trim() }),
    ...(filter.mode === undefined ? {} : { mode: filter.mode }),
    ...(filter.sort === LIST_SORTS[0] ? {} : { sort: filter.sort }),
    ...(filter.page <= 1 ? {} : { page: String(filter.page) }),
  };
}
