import { DatabaseError, type OpenDatabase } from '../../src/platform/db/index.ts';

/**
 * The database seen by somebody who loses the connection to it while a transaction is committed: it is, and nobody says
 * so. `isCommitted` tells whether it was the transaction in question.
 */
export function loseAnswer(database: OpenDatabase, isCommitted: () => Promise<boolean>): OpenDatabase {
  const db = new Proxy(database.db, {
    get(target, name) {
      if (name === 'transaction') {
        return () => ({
          async execute<T>(work: (tx: never) => Promise<T>): Promise<T> {
            const result = await target.transaction().execute(work as never);
            if (await isCommitted()) throw new DatabaseError('database_unavailable');
            return result as T;
          },
        });
      }
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return Object.create(database, { db: { value: db } });
}
