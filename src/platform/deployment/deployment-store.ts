import { type Generated, sql } from 'kysely';
import type { Db } from '../db/index.ts';

declare module '../db/tables.ts' {
  interface Tables {
    deployment_state: {
      only_row: Generated<boolean>;
      database_system: string | null;
      held_since: Date | null;
      backed_up_at: Date | null;
      photos_missing: number | null;
      photos_checked_at: Date | null;
      identity: Generated<string>;
      count: Generated<number>;
      counted_at: Generated<Date>;
    };
  }
}

/** Since when nothing leaves this deployment; undefined when work goes on. */
export async function findHold(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('deployment_state').select('held_since').executeTakeFirst();
  return row?.held_since ?? undefined;
}

/** Lets work go on. False when it was not held. */
export async function endHold(db: Db): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deployment_state')
    .set({ held_since: null })
    .where('held_since', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** When the newest backup was begun; undefined without any since the tables were made or restored. */
export async function findBackupTime(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('deployment_state').select('backed_up_at').executeTakeFirst();
  return row?.backed_up_at ?? undefined;
}

/** Keeps when the newest backup was begun: the sweep of photos leaves what is younger. */
export async function setBackupTime(db: Db, at: Date): Promise<void> {
  await note(db, { backed_up_at: at });
}

async function note(
  db: Db,
  values:
    | { readonly backed_up_at: Date }
    | { readonly photos_missing: number; readonly photos_checked_at: Date },
): Promise<void> {
  await db
    .insertInto('deployment_state')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute();
}

/** Keeps the result of `checkPhotos`, for the metric. */
export async function setPhotosMissing(db: Db, missing: number, at: Date): Promise<void> {
  await note(db, { photos_missing: missing, photos_checked_at: at });
}

/** The rows of photos without their bytes when they were last counted; undefined before. */
export async function findPhotosMissing(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('deployment_state').select('photos_missing').executeTakeFirst();
  return row?.photos_missing ?? undefined;
}

/**
 * Notes which server has the database, and holds the deployment when it is another one than before. One statement, so
 * that of several processes that start at once the first decides.
 */
export async function noteDatabaseSystem(db: Db, system: string, now: Date): Promise<void> {
  await db
    .insertInto('deployment_state')
    .values({ database_system: system })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({
        database_system: system,
        held_since: sql`case when deployment_state.database_system <> ${system}
          then coalesce(deployment_state.held_since, ${now}) else deployment_state.held_since end`,
      }),
    )
    .execute();
}

/** The identity that a database was given when its tables were made or filled by a restore, and its count. */
export async function readStoredIdentity(
  db: Db,
): Promise<{ readonly identity: string; readonly count: number }> {
  const read = () => db.selectFrom('deployment_state').select(['identity', 'count']).executeTakeFirst();
  const row = await read();
  if (row !== undefined) return row;
  await db
    .insertInto('deployment_state')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await read())!;
}

/** The next count, if so much time has passed since the last one; undefined otherwise. One process of several gets it. */
export async function countOn(db: Db, afterMs: number): Promise<number | undefined> {
  const row = await db
    .updateTable('deployment_state')
    .set({ count: sql`count + 1`, counted_at: sql`now()` })
    .where('counted_at', '<=', sql<Date>`now() - ${afterMs} * interval '1 millisecond'`)
    .returning('count')
    .executeTakeFirst();
  return row?.count;
}

/** Counts on from a number that another deployment has reached. */
export async function raiseCount(db: Db, least: number): Promise<void> {
  await db
    .updateTable('deployment_state')
    .set({ count: sql`greatest(count, ${least}::integer)` })
    .execute();
}

/**
 * Gives a copy that bears this identity one of its own and holds what leaves: it is a deployment beside the one that it was
 * made of. One statement, so that of several processes that start at once the first decides.
 */
export async function becomeAnother(db: Db, identity: string, now: Date): Promise<void> {
  await db
    .updateTable('deployment_state')
    .set({ identity: sql`gen_random_uuid()`, held_since: sql`coalesce(held_since, ${now})` })
    .where('identity', '=', identity)
    .execute();
}
