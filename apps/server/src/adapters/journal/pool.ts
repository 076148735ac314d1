import type pg from 'pg';
import type { DataSource } from 'typeorm';

/** The connection pool below TypeORM, for statements on paths where an ORM costs more than the database. */
export function poolOf(dataSource: DataSource): pg.Pool {
  const { driver } = dataSource;
  if (!('master' in driver)) throw new Error('The database driver has no connection pool.');
  return driver.master as pg.Pool;
}
