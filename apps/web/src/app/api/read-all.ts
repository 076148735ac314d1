import type { Page } from '@heddle/contracts';
import { request, type Query } from './api-client';

const PAGE_SIZE = 100;
const MAX_PAGES = 20;

interface ListOptions {
  readonly query?: Query;
  readonly signal: AbortSignal | undefined;
}

/** Reads a list to its end: what is chosen from has to be complete. */
export async function readAll<Item>(
  path: string,
  { query = {}, signal }: ListOptions,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await request<Page<Item>>(path, {
      query: { ...query, page, page_size: PAGE_SIZE },
      signal,
    });
    items.push(...answer.items);
    if (items.length >= answer.total || answer.items.length === 0) break;
  }
  return items;
}
