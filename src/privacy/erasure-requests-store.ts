import type { Tx } from '../platform/db/index.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    erasure_requests: { about: string; asked_by: string; asked_at: Date };
  }
}

/** The account that asked for the erasure since the moment. Older requests are removed. */
export async function findErasureRequest(tx: Tx, about: string, since: Date): Promise<string | undefined> {
  await tx.deleteFrom('erasure_requests').where('asked_at', '<', since).execute();
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
