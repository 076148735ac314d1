import type { ListQuery, Page } from '@heddle/contracts';
import type { FindOptionsOrder, FindOptionsWhere, ObjectLiteral, Repository } from 'typeorm';

/** `-created_at` as an order of rows; the id decides between equals, so that pages never overlap. */
export function orderOf<Row extends ObjectLiteral>(sort: string): FindOptionsOrder<Row> {
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  return { [sort.replace(/^-/, '')]: direction, id: direction } as unknown as FindOptionsOrder<Row>;
}

/** Text for a LIKE pattern that finds it anywhere, with nothing in it being a wildcard. */
export const likeAnywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Reads one page of a table and counts all of what the conditions leave. */
export async function findPage<Row extends ObjectLiteral, Item>(
  repository: Repository<Row>,
  where: FindOptionsWhere<Row> | FindOptionsWhere<Row>[],
  query: ListQuery,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const [rows, total] = await repository.findAndCount({
    where,
    order: orderOf<Row>(query.sort),
    skip: (query.page - 1) * query.page_size,
    take: query.page_size,
  });
  return { items: rows.map(toItem), total, page: query.page, page_size: query.page_size };
}
