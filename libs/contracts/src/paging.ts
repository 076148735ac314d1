import { z } from 'zod';
import { plainText } from './text';

/** How many items a page may have. */
export const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 20;
/** Past this many rows nobody reads on, and the database would count forever. */
const MAX_OFFSET = 1_000_000;

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/**
 * The query of a list: `?page&page_size&q&sort`, where `sort` is one of the given words, `-` before it for descending.
 * The first word given is the default.
 */
export const listQuery = <const Sort extends readonly [string, ...string[]]>(sorts: Sort) =>
  z.strictObject({
    page: wholeNumber(1, MAX_OFFSET / DEFAULT_PAGE_SIZE).default(1),
    page_size: wholeNumber(1, MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
    q: plainText(200).optional(),
    sort: z.enum(sorts).default(sorts[0] as never),
  });

/** The query of a list as it arrives in a service. */
export interface ListQuery<Sort extends string = string> {
  readonly page: number;
  readonly page_size: number;
  readonly q?: string | undefined;
  readonly sort: Sort;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
}

/** The schema of one page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
  });
