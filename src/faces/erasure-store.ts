import { sql } from 'kysely';
import { deleteImages } from '../images/index.ts';
import type { Db, Tx } from '../platform/db/types.ts';
import { erasedColumns } from '../platform/encryption/index.ts';
import { attemptIdKind, firstIdAt } from '../platform/ids.ts';

/** The erased facts about a person's face. */
export type ErasedFaces = {
  readonly faces: number;
  readonly attempts: number;
  readonly captures: number;
  /** Photos whose rows, and with them their keys, are gone; the caller deletes the files after the commit. */
  readonly imageIds: readonly string[];
};

/**
 * Takes everything out that shows a person's face or says whose it is: reference photos with their templates, received
 * photos, captures, and the personal part of attempts. An attempt keeps its verdict, its time and the client's id.
 * The person's row must be locked.
 */
export async function eraseFaces(
  tx: Tx,
  person: { readonly id: string; readonly cpfIndex: Uint8Array | undefined },
  now: Date,
): Promise<ErasedFaces> {
  const attempts = await tx
    .selectFrom('attempts')
    .select(['id', 'registered_image_id', 'received_image_id'])
    .where('person_id', '=', person.id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .execute();
  const attemptIds = (db: Db) => db.selectFrom('attempts').select('id').where('person_id', '=', person.id);
  await tx.deleteFrom('attempt_idempotency_keys').where('attempt_id', 'in', attemptIds(tx)).execute();
  await stripAttempts(tx, (query) => query.where('person_id', '=', person.id), now);
  const faces = await tx
    .deleteFrom('faces')
    .where('person_id', '=', person.id)
    .returning('image_id')
    .execute();
  const captures =
    person.cpfIndex === undefined
      ? []
      : await tx
          .deleteFrom('captures')
          .where('cpf_index', '=', person.cpfIndex)
          .returning('image_id')
          .execute();
  const imageIds = [
    ...new Set(
      [
        ...faces.map((row) => row.image_id),
        ...captures.map((row) => row.image_id),
        ...attempts.flatMap((row) => [row.registered_image_id, row.received_image_id]),
      ].filter((id) => id !== null),
    ),
  ];
  await deleteImages(tx, imageIds);
  return { faces: faces.length, attempts: attempts.length, captures: captures.length, imageIds };
}

/**
 * Takes the personal part out of attempts made before a moment, oldest first, some at a time. Gives how many, and the
 * ids of photos that nothing else may need any more.
 */
export async function eraseOldAttempts(
  tx: Tx,
  madeBefore: Date,
  limit: number,
  now: Date,
  heldPeople: readonly string[],
): Promise<{ readonly attempts: number; readonly imageIds: readonly string[] }> {
  const rows = await tx
    .selectFrom('attempts')
    .select(['id', 'registered_image_id', 'received_image_id'])
    .where('id', '<', firstIdAt(attemptIdKind, madeBefore.getTime()))
    .where('erased_at', 'is', null)
    .where(ofNobody(heldPeople))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return { attempts: 0, imageIds: [] };
  const ids = rows.map((row) => row.id);
  await tx.deleteFrom('attempt_idempotency_keys').where('attempt_id', 'in', ids).execute();
  await stripAttempts(tx, (query) => query.where('id', 'in', ids), now);
  const imageIds = rows.flatMap((row) => [row.registered_image_id, row.received_image_id]);
  return { attempts: rows.length, imageIds: [...new Set(imageIds.filter((id) => id !== null))] };
}

/**
 * Takes the received photos out of attempts made before a moment, oldest first, some at a time; the rest of the
 * attempts stays. Gives the photos' ids.
 */
export async function dropOldReceivedImages(
  tx: Tx,
  madeBefore: Date,
  limit: number,
  heldPeople: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('attempts')
    .select(['id', 'received_image_id'])
    .where('id', '<', firstIdAt(attemptIdKind, madeBefore.getTime()))
    .where('received_image_id', 'is not', null)
    .where(ofNobody(heldPeople))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return [];
  await tx
    .updateTable('attempts')
    .set({ received_image_id: null })
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  return rows.map((row) => row.received_image_id).filter((id) => id !== null);
}

/** True for attempts of none of these people; attempts of nobody in particular are of none. */
function ofNobody(people: readonly string[]) {
  return sql<boolean>`(person_id is null or person_id <> all(${[...people]}::text[]))`;
}

async function stripAttempts(
  tx: Tx,
  of: (query: ReturnType<typeof stripped>) => ReturnType<typeof stripped>,
  now: Date,
): Promise<void> {
  await of(stripped(tx, now)).where('erased_at', 'is', null).execute();
}

function stripped(tx: Tx, now: Date) {
  return tx.updateTable('attempts').set({
    registered_image_id: null,
    received_image_id: null,
    ...erasedColumns,
    // The figures of the face; networks and thresholds stay.
    decision: sql`decision - 'quality'`,
    erased_at: now,
  });
}
