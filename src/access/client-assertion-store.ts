import type { Db } from '../platform/db/types.ts';

type ClientAssertionsTable = { id: string; expires_at: Date };

declare module '../platform/db/tables.ts' {
  interface Tables {
    client_assertions: ClientAssertionsTable;
  }
}

/** Notes that an assertion was used; false when it had been, by whichever process. One statement, so that of two at once one is first. */
export async function insertClientAssertion(db: Db, id: string, expiresAt: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('client_assertions')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Removes what expired before a time, when the assertions themselves are refused for their age. */
export async function deleteExpiredClientAssertions(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('client_assertions')
    .where('expires_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
