import { sql } from 'kysely';
import type { Db } from '../platform/db/index.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    sign_in_failures: { key: Uint8Array; count: number; window_ends_at: Date };
  }
}

/** Counts a try before it is judged, so that tries at the same moment count as well; gives the window's count and end. */
export async function countTry(
  db: Db,
  key: Uint8Array,
  { now, windowMs }: { readonly now: Date; readonly windowMs: number },
): Promise<{ readonly count: number; readonly windowEndsAt: Date }> {
  const endsAt = new Date(now.getTime() + windowMs);
  const row = await db
    .insertInto('sign_in_failures')
    .values({ key, count: 1, window_ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when sign_in_failures.window_ends_at <= ${now} then 1 else sign_in_failures.count + 1 end`,
        window_ends_at: sql<Date>`case when sign_in_failures.window_ends_at <= ${now} then ${endsAt} else sign_in_failures.window_ends_at end`,
      }),
    )
    .returning(['count', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  return { count: row.count, windowEndsAt: row.window_ends_at };
}

export async function forgetTries(db: Db, key: Uint8Array): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', key).execute();
}

export async function takeTryBack(db: Db, key: Uint8Array): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

export async function deleteOldTries(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('window_ends_at', '<=', now).execute();
}
