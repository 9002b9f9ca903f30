import type { Db, Tx } from '../platform/db/index.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    erasure_requests: { about: string; asked_by: string; asked_at: Date };
  }
}

/** Time for which the request of a first person waits for a second one. */
const requestMs = 7 * 24 * 3_600_000;

/** Removes requests that wait no more: what they are about may be the keyed hash of a CPF. */
export async function deleteExpiredRequests(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - requestMs);
  await db.deleteFrom('erasure_requests').where('asked_at', '<', since).execute();
}

/** The account that asked for the erasure and waits still. */
export async function findErasureRequest(tx: Tx, about: string, now: Date): Promise<string | undefined> {
  await deleteExpiredRequests(tx, now);
  const row = await tx
    .selectFrom('erasure_requests')
    .select('asked_by')
    .where('about', '=', about)
    .executeTakeFirst();
  return row?.asked_by;
}

/** Keeps who asked. The first one who asked stays it: two who ask at once make one request. */
export async function insertErasureRequest(tx: Tx, about: string, askedBy: string, at: Date): Promise<void> {
  await tx
    .insertInto('erasure_requests')
    .values({ about, asked_by: askedBy, asked_at: at })
    .onConflict((conflict) => conflict.column('about').doNothing())
    .execute();
}

export async function deleteErasureRequest(tx: Tx, about: string): Promise<void> {
  await tx.deleteFrom('erasure_requests').where('about', '=', about).execute();
}
