import { sql } from 'kysely';
import { deleteImages } from '../images/index.ts';
import type { Tx } from '../platform/db/types.ts';
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
  const attemptIds = tx.selectFrom('attempts').select('id').where('person_id', '=', person.id);
  await tx.deleteFrom('attempt_idempotency_keys').where('attempt_id', 'in', attemptIds).execute();
  await stripAttempts(tx, now).where('person_id', '=', person.id).execute();
  const faces = await tx
    .deleteFrom('faces')
    .where('person_id', '=', person.id)
    .returning('image_id')
    .execute();
  const ofCpf = (cpfIndex: Uint8Array) =>
    tx.deleteFrom('captures').where('cpf_index', '=', cpfIndex).returning('image_id').execute();
  const captures = person.cpfIndex === undefined ? [] : await ofCpf(person.cpfIndex);
  const ofAttempts = attempts.flatMap((row) => [row.registered_image_id, row.received_image_id]);
  const others = [...faces, ...captures].map((row) => row.image_id);
  const imageIds = [...new Set([...others, ...ofAttempts].filter((id) => id !== null))];
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
  await stripAttempts(tx, now).where('id', 'in', ids).execute();
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
  const ids = rows.map((row) => row.id);
  await tx.updateTable('attempts').set({ received_image_id: null }).where('id', 'in', ids).execute();
  return rows.map((row) => row.received_image_id).filter((id) => id !== null);
}

/** True for attempts of none of these people; attempts of nobody in particular are of none. */
function ofNobody(people: readonly string[]) {
  return sql<boolean>`(person_id is null or person_id <> all(${[...people]}::text[]))`;
}

function stripAttempts(tx: Tx, now: Date) {
  return tx
    .updateTable('attempts')
    .set({
      registered_image_id: null,
      received_image_id: null,
      ...erasedColumns,
      // The figures of the face; networks and thresholds stay.
      decision: sql`decision - 'quality'`,
      erased_at: now,
    })
    .where('erased_at', 'is', null);
}
