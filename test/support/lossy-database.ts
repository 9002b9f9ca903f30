import { DatabaseError, type OpenDatabase } from '../../src/platform/db/index.ts';

/**
 * The database seen by somebody who loses the connection to it while a transaction is committed: it is, and nobody says
 * so. `isCommitted` tells whether it was the transaction in question.
 */
export function loseAnswer(database: OpenDatabase, isCommitted: () => Promise<boolean>): OpenDatabase {
  return changeTransactions(database, async (transact) => {
    const result = await transact();
    if (await isCommitted()) throw new DatabaseError('database_unavailable');
    return result;
  });
}

/** The database seen by somebody whom others overtake: their work is done before each transaction. */
export function overtake(database: OpenDatabase, work: () => Promise<unknown>): OpenDatabase {
  return changeTransactions(database, async (transact) => {
    await work();
    return await transact();
  });
}

function changeTransactions(
  database: OpenDatabase,
  around: (transact: () => Promise<unknown>) => Promise<unknown>,
): OpenDatabase {
  const db = new Proxy(database.db, {
    get(target, name) {
      if (name === 'transaction') {
        return () => ({
          execute: (work: never) => around(() => target.transaction().execute(work)),
        });
      }
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return Object.create(database, { db: { value: db } });
}
