import { sql } from 'kysely';
import type { FaceQuality } from '../engine/index.ts';
import { queryPersonId } from '../people/index.ts';
import { countRows, type Db, fromRow, jsonb, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { sealedFaceTemplate } from './declarations.ts';
import type { ReferenceFace } from './types.ts';

export type FacesTable = ToRow<Omit<ReferenceFace, 'template' | 'sealedFingerprint'>> & SealedColumns;

declare module '../platform/db/tables.ts' {
  interface Tables {
    faces: FacesTable;
  }
}

/** Stores a reference photo's template, sealed. The person's row must be locked and the image's row written. */
export async function insertFace(
  tx: Tx,
  cipher: RecordCipher,
  { template, sealedFingerprint, ...face }: ReferenceFace,
): Promise<void> {
  const sealed = sealedFaceTemplate.seal(cipher, face.id, template);
  await tx
    .insertInto('faces')
    .values({ ...toRow(face), ...sealed, quality: jsonb(face.quality) })
    .execute();
}

/**
 * The reference photos of a CPF, newest first, their templates opened; empty when the CPF has none or is
 * unknown. One round trip.
 */
export async function findFaces(
  db: Db,
  cipher: RecordCipher,
  cpfIndex: Uint8Array,
): Promise<ReferenceFace[]> {
  const rows = await db
    .selectFrom('faces')
    .selectAll()
    .where('person_id', '=', queryPersonId(db, cpfIndex))
    .orderBy('faces.created_at', 'desc')
    .orderBy('faces.id', 'desc')
    .execute();
  return rows.map((row) => toReferenceFace(cipher, row));
}

/** The reference photos of people by their ids, newest first. Answered from an index. */
export async function listFacesOfPeople(
  db: Db,
  cipher: RecordCipher,
  personIds: readonly string[],
): Promise<ReferenceFace[]> {
  if (personIds.length === 0) return [];
  const rows = await db
    .selectFrom('faces')
    .selectAll()
    .where('person_id', 'in', personIds)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => toReferenceFace(cipher, row));
}

/** The newest reference photo of each person who has one. Answered from an index. */
export async function findNewestPhotos(
  db: Db,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly imageId: string }>> {
  if (personIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('faces')
    .select(['person_id', 'image_id'])
    .distinctOn('person_id')
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.person_id, { imageId: row.image_id }]));
}

/** When a reference photo was registered, and on what. */
export type Registration = Pick<ReferenceFace, 'id' | 'imageId' | 'templateModel' | 'legalBasis'> & {
  readonly registeredAt: Date;
};

/** The registrations of people by their ids, newest first; nothing sealed is opened. Answered from an index. */
export async function listRegistrationsOfPeople(
  db: Db,
  personIds: readonly string[],
): Promise<readonly Registration[]> {
  if (personIds.length === 0) return [];
  const rows = await db
    .selectFrom('faces')
    .select(['id', 'image_id', 'template_model', 'legal_basis', 'created_at as registered_at'])
    .where('person_id', 'in', personIds)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => fromRow(row));
}

/** Removes reference photos' templates and gives the ids of their images, which may still be evidence. */
export async function deleteFaces(tx: Tx, faceIds: readonly string[]): Promise<string[]> {
  if (faceIds.length === 0) return [];
  const rows = await tx.deleteFrom('faces').where('id', 'in', faceIds).returning('image_id').execute();
  return rows.map((row) => row.image_id);
}

/**
 * Replaces the template of a reference photo with a template of another model from the same photo. Does nothing when
 * the reference photo was removed or another process replaced the template.
 */
export async function replaceFaceTemplate(
  db: Db,
  cipher: RecordCipher,
  face: Pick<ReferenceFace, 'id' | 'templateModel'>,
  made: { readonly template: Uint8Array; readonly templateModel: string; readonly quality: FaceQuality },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('faces')
    .set({
      template_model: made.templateModel,
      ...sealedFaceTemplate.seal(cipher, face.id, made.template),
      quality: jsonb(made.quality),
    })
    .where('id', '=', face.id)
    .where('template_model', '=', face.templateModel)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Reference photos in the order of their ids, after the given id; with a model, those that have a template of another
 * one. An index by model and id makes that query cheap when none are left.
 */
export async function listFaces(
  db: Db,
  cipher: RecordCipher,
  page: { readonly after: string; readonly limit: number; readonly otherThan?: string },
): Promise<ReferenceFace[]> {
  const { after, limit, otherThan } = page;
  let query = db.selectFrom('faces').selectAll().where('id', '>', after).orderBy('id').limit(limit);
  if (otherThan !== undefined) query = query.where(isOfOtherModel(otherThan));
  return (await query.execute()).map((row) => toReferenceFace(cipher, row));
}

/** In two ranges: an index serves these, and not `<>`. */
function isOfOtherModel(templateModel: string) {
  return sql<boolean>`(template_model < ${templateModel} or template_model > ${templateModel})`;
}

/** The number of reference photos with a template of another model. */
export async function countFacesOfOtherModels(db: Db, templateModel: string): Promise<number> {
  return await countRows(db.selectFrom('faces').where(isOfOtherModel(templateModel)));
}

/** Reference photos by their ids, in no order, without removed ones. */
export async function findFacesById(
  db: Db,
  cipher: RecordCipher,
  ids: readonly string[],
): Promise<ReferenceFace[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('faces').selectAll().where('id', 'in', ids).execute();
  return rows.map((row) => toReferenceFace(cipher, row));
}

export function toReferenceFace(cipher: RecordCipher, row: FacesTable): ReferenceFace {
  return {
    id: row.id,
    personId: row.person_id,
    imageId: row.image_id,
    templateModel: row.template_model,
    template: sealedFaceTemplate.open(cipher, row.id, row),
    quality: row.quality,
    legalBasis: row.legal_basis ?? undefined,
    createdAt: row.created_at,
  };
}
