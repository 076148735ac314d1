import type { ListQuery, Page } from '@heddle/contracts';
import type { FindOptionsOrder, FindOptionsWhere, ObjectLiteral, Repository } from 'typeorm';

/** `-created_at` as an order of rows; the id decides between equals, so that pages never overlap. */
export function orderOf<Row extends ObjectLiteral>(sort: string): FindOptionsOrder<Row> {
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  return { [sort.replace(/^-/, '')]: direction, id: direction } as unknown as FindOptionsOrder<Row>;
}

/** Text for a LIKE pattern that finds it anywhere, with nothing in it being a wildcard. */
export const likeAnywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** What a page is read from and made of. */
export interface PageRequest<Row extends ObjectLiteral, Item> {
  readonly rows: Repository<Row>;
  readonly where: FindOptionsWhere<Row> | FindOptionsWhere<Row>[];
  readonly query: ListQuery;
  readonly toItem: (row: Row) => Item;
}

/** Reads one page of a table and counts all of what the conditions leave. */
export async function findPage<Row extends ObjectLiteral, Item>(
  request: PageRequest<Row, Item>,
): Promise<Page<Item>> {
  const { page, page_size, sort } = request.query;
  const [rows, total] = await request.rows.findAndCount({
    where: request.where,
    order: orderOf<Row>(sort),
    skip: (page - 1) * page_size,
    take: page_size,
  });
  return { items: rows.map(request.toItem), total, page, page_size };
}
