import { type RawBuilder, sql } from 'kysely';
import type { OpenDatabase } from '../../src/platform/db/index.ts';

/** Ends the connections to a PostgreSQL database that hold the right to a piece of work (`lockWork`), and waits for it. */
export async function loseLock(database: OpenDatabase): Promise<void> {
  const holders = `select pid from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`;
  await database.execute(`select pg_terminate_backend(pid) from (${holders}) as holders`);
  while ((await database.execute(holders)).rows.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Takes the locks of a statement in a transaction of its own. Gives the function that ends it, once they are held. */
export async function holdLocks(
  database: OpenDatabase,
  statement: RawBuilder<unknown>,
): Promise<() => Promise<void>> {
  const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database.db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await statement.execute(tx);
    held.resolve();
    await ended.promise;
  });
  await Promise.race([held.promise, holding]);
  return async () => {
    ended.resolve();
    await holding;
  };
}

/** Resolves when so many statements wait for a lock of the database. */
export async function lockWaits(database: OpenDatabase, count: number): Promise<void> {
  const statement = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await database.execute(statement)).rows.length < count) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
