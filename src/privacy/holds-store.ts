import { type Selectable, sql } from 'kysely';
import { type Db, deleteRows, fromRow, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { sealedHold } from './declarations.ts';

/** Who set or ended a hold; the operator has no id. */
export type HoldActor = { readonly kind: 'account' | 'client' | 'operator'; readonly id: string | undefined };

/** A reason to keep everything of a person, whatever else would erase it. */
export type Hold = {
  readonly id: string;
  readonly personId: string;
  readonly reason: string;
  readonly setAt: Date;
  readonly setBy: HoldActor;
  /** Undefined: until somebody ends it. */
  readonly until: Date | undefined;
  readonly endedAt: Date | undefined;
  readonly endedBy: HoldActor | undefined;
};

type PersonHoldsTable = ToRow<Omit<Hold, 'reason' | 'setBy' | 'endedBy'>> &
  SealedColumns & {
    set_by_kind: HoldActor['kind'];
    set_by: string | null;
    ended_by_kind: HoldActor['kind'] | null;
    ended_by: string | null;
  };

declare module '../platform/db/tables.ts' {
  interface Tables {
    person_holds: PersonHoldsTable;
  }
}

/** Writes a new hold. The person's row must be locked: an erasure that waits for it then finds the hold. */
export async function insertHold(tx: Tx, cipher: RecordCipher, hold: Hold): Promise<void> {
  const { id, personId, setAt, until, setBy, reason } = hold;
  await tx
    .insertInto('person_holds')
    .values({
      ...toRow({ id, personId, setAt, until }),
      set_by_kind: setBy.kind,
      set_by: setBy.id ?? null,
      ...sealedHold.sealJson(cipher, id, { reason }),
    })
    .execute();
}

function standing(db: Db, now: Date) {
  return db
    .selectFrom('person_holds')
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]));
}

export async function countStandingHolds(db: Db, now: Date): Promise<number> {
  const { count } = await standing(db, now)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The holds that stand on any of these rows of a person, without their reasons, the longest first. */
export async function findStandingHolds(
  db: Db,
  personIds: readonly string[],
  now: Date,
): Promise<readonly { readonly id: string; readonly until: Date | undefined }[]> {
  const rows = await standing(db, now)
    .select(['id', 'until'])
    .where('person_id', 'in', [...personIds])
    .orderBy('until', (order) => order.desc().nullsFirst())
    .execute();
  return rows.map(({ id, until }) => ({ id, until: until ?? undefined }));
}

/** The people under a hold. Until the transaction ends nobody sets another one: whoever does waits for it. */
export async function lockHeldPeople(tx: Tx, now: Date): Promise<readonly string[]> {
  await sql`lock table person_holds in share mode`.execute(tx);
  const rows = await standing(tx, now).select('person_id').distinct().execute();
  return rows.map((row) => row.person_id);
}

/** Holds, newest first, those of some rows of a person or those of everybody that stand. */
export async function listHolds(
  db: Db,
  cipher: RecordCipher,
  of: { readonly personIds: readonly string[] } | { readonly standingAt: Date },
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly Hold[]> {
  let query =
    'standingAt' in of
      ? standing(db, of.standingAt)
      : db.selectFrom('person_holds').where('person_id', 'in', [...of.personIds]);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  const rows = await query.selectAll().orderBy('id', 'desc').limit(page.limit).execute();
  return rows.map((row) => toHold(cipher, row));
}

/** Ends a hold that stands on one of these rows. Undefined when there is none of that id. */
export async function endStandingHold(
  tx: Tx,
  cipher: RecordCipher,
  id: string,
  end: { readonly personIds: readonly string[] | undefined; readonly at: Date; readonly by: HoldActor },
): Promise<Hold | undefined> {
  let query = tx
    .updateTable('person_holds')
    .set({ ended_at: end.at, ended_by_kind: end.by.kind, ended_by: end.by.id ?? null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', end.at)]));
  if (end.personIds !== undefined) query = query.where('person_id', 'in', [...end.personIds]);
  const row = await query.returningAll().executeTakeFirst();
  return row && toHold(cipher, row);
}

/** Removes the holds of a person who is erased; none of them stands by then. */
export async function deleteHolds(tx: Tx, personIds: readonly string[]): Promise<number> {
  return await deleteRows(tx.deleteFrom('person_holds').where('person_id', 'in', [...personIds]));
}

function toHold(cipher: RecordCipher, row: Selectable<PersonHoldsTable>): Hold {
  const { reason } = sealedHold.openJson<{ reason: string }>(cipher, row.id, row);
  return {
    ...fromRow(row, 'set_by_kind', 'set_by', 'ended_by_kind', 'ended_by'),
    reason,
    setBy: { kind: row.set_by_kind, id: row.set_by ?? undefined },
    endedBy:
      row.ended_by_kind === null ? undefined : { kind: row.ended_by_kind, id: row.ended_by ?? undefined },
  };
}
