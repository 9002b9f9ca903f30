import { CompiledQuery, sql } from 'kysely';
import { deleteImages, lockImages } from '../images/index.ts';
import { type Db, planOnce, type Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { sealedFingerprint } from './declarations.ts';

/**
 * Removes the rows of given images without an attempt, reference photo or capture, and returns their ids. The caller
 * deletes the files after the commit. The row has the only key of an image, so the file is unreadable after the commit.
 */
export async function deleteUnusedImages(tx: Tx, imageIds: readonly string[]): Promise<string[]> {
  if (imageIds.length === 0) return [];
  // Waits for attempts that are being written with one of them; the next statement then sees those attempts.
  await lockImages(tx, imageIds);
  const used = await findUsedImages(tx, imageIds);
  return await deleteImages(
    tx,
    imageIds.filter((id) => !used.has(id)),
  );
}

async function findUsedImages(tx: Tx, imageIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = sql.join(imageIds);
  const { rows } = await sql<{ id: string }>`
    select image_id as id from faces where image_id in (${ids})
    union all select image_id from captures where image_id in (${ids})
    union all select registered_image_id from attempts where registered_image_id in (${ids})
    union all select received_image_id from attempts where received_image_id in (${ids})`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

const personOfImageSql = planOnce(`
  select person_id from faces where image_id = $1
  union all select person_id from attempts where received_image_id = $1
  union all select person_id from attempts where registered_image_id = $1
  limit 1`);

/**
 * The id of the person whom a photo is of: a reference photo's, or that of the attempt it was sent for. Undefined for
 * a photo that no face and no attempt refers to. Answered from indexes.
 */
export async function findPersonOfImage(db: Db, imageId: string): Promise<string | undefined> {
  const { rows } = await db.executeQuery<{ person_id: string }>(
    CompiledQuery.raw(personOfImageSql, [imageId]),
  );
  return rows[0]?.person_id;
}

declare module '../platform/db/tables.ts' {
  interface Tables {
    face_fingerprints: {
      /** The face's. */
      id: string;
      method: string;
      key_id: string;
      wrapped_key: Uint8Array;
      ciphertext: Uint8Array;
    };
  }
}

/** A fingerprint, and name and version of how it was drawn. */
export type Fingerprint = { readonly fingerprint: Uint8Array; readonly method: string };

/**
 * Stores the sealed fingerprint of a reference photo and replaces an earlier one. Rejects with the database's foreign
 * key violation when the face was removed.
 */
export async function putFingerprint(
  db: Db,
  cipher: RecordCipher,
  faceId: string,
  { fingerprint, method }: Fingerprint,
): Promise<void> {
  const values = { method, ...sealedFingerprint.seal(cipher, faceId, fingerprint) };
  await db
    .insertInto('face_fingerprints')
    .values({ id: faceId, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}
