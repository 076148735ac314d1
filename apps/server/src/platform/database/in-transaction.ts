import { QueryRunnerAlreadyReleasedError, type DataSource, type EntityManager } from 'typeorm';
import { overReconnects } from './server-driver';

/** Thrown around what a COMMIT that was sent threw: whether it took effect is unknown, so it must not be repeated. */
class CommitFailure {
  constructor(readonly reason: unknown) {}
}

async function attempt<T>(dataSource: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.connect();
    await runner.startTransaction();
    const value = await work(runner.manager);
    await runner.commitTransaction().catch((error: unknown) => {
      throw error instanceof QueryRunnerAlreadyReleasedError ? error : new CommitFailure(error);
    });
    return value;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release().catch(() => undefined);
  }
}

/**
 * Does a piece of work in one transaction. When the database goes away in it, the work is done again from the start for
 * as long as a restart takes (5 s); only a connection lost during COMMIT itself is not repeated, so that nothing
 * happens twice. The work must have no effects but those in the database.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await overReconnects(() => attempt(dataSource, work));
  } catch (error) {
    throw error instanceof CommitFailure ? error.reason : error;
  }
}
