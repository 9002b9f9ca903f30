import { jsonb } from '../platform/db/index.ts';
import type { Db, Tx } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { FaceQuality } from './face-engine.ts';
import type { ReferenceFace } from './types.ts';

type FacesTable = {
  id: string;
  person_id: string;
  image_id: string;
  template_model: string;
  key_id: string;
  wrapped_key: Uint8Array;
  ciphertext: Uint8Array;
  quality: FaceQuality;
  created_at: Date;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    faces: FacesTable;
  }
}

/** Stores a reference photo's template, sealed. The person's row must be locked and the image's row written. */
export async function insertFace(tx: Tx, cipher: RecordCipher, face: ReferenceFace): Promise<void> {
  const sealed = cipher.seal(face.template, faceContext(face.id));
  await tx
    .insertInto('faces')
    .values({
      id: face.id,
      person_id: face.personId,
      image_id: face.imageId,
      template_model: face.templateModel,
      key_id: sealed.keyId,
      wrapped_key: sealed.wrappedKey,
      ciphertext: sealed.ciphertext,
      quality: jsonb(face.quality),
      created_at: face.createdAt,
    })
    .execute();
}

/**
 * The reference photos of a CPF, newest first, their templates opened; empty when the CPF has none or is
 * unknown. One round trip: every authentication starts with it.
 */
export async function findFaces(
  db: Db,
  cipher: RecordCipher,
  cpfIndex: Uint8Array,
): Promise<ReferenceFace[]> {
  const rows = await db
    .selectFrom('faces')
    .innerJoin('people', 'people.id', 'faces.person_id')
    .selectAll('faces')
    .where('people.cpf_index', '=', cpfIndex)
    .orderBy('faces.created_at', 'desc')
    .orderBy('faces.id', 'desc')
    .execute();
  return rows.map((row) => toReferenceFace(cipher, row));
}

/** Removes reference photos' templates and gives the ids of their images, which may still be evidence. */
export async function deleteFaces(tx: Tx, faceIds: readonly string[]): Promise<string[]> {
  if (faceIds.length === 0) return [];
  const rows = await tx.deleteFrom('faces').where('id', 'in', faceIds).returning('image_id').execute();
  return rows.map((row) => row.image_id);
}

/** Replaces the template of a reference photo by one of another model made from the same photo. */
export async function replaceTemplate(
  db: Db,
  cipher: RecordCipher,
  faceId: string,
  made: { readonly template: Uint8Array; readonly templateModel: string; readonly quality: FaceQuality },
): Promise<void> {
  const sealed = cipher.seal(made.template, faceContext(faceId));
  await db
    .updateTable('faces')
    .set({
      template_model: made.templateModel,
      key_id: sealed.keyId,
      wrapped_key: sealed.wrappedKey,
      ciphertext: sealed.ciphertext,
      quality: jsonb(made.quality),
    })
    .where('id', '=', faceId)
    .execute();
}

function toReferenceFace(cipher: RecordCipher, row: FacesTable): ReferenceFace {
  return {
    id: row.id,
    personId: row.person_id,
    imageId: row.image_id,
    templateModel: row.template_model,
    template: cipher.open(
      { keyId: row.key_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext },
      faceContext(row.id),
    ),
    quality: row.quality,
    createdAt: row.created_at,
  };
}

function faceContext(id: string): string {
  return `face:${id}`;
}
