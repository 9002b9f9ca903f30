import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/types.ts';
import type { StoredImage } from './types.ts';

/** The table of migration 0002. */
export interface ImagesTable {
  id: string;
  created_at: Date;
  content_type: string;
  width: number;
  height: number;
  size_bytes: number;
  sha256: Uint8Array;
  key_id: string;
  wrapped_key: Uint8Array;
}

declare module '../platform/db/tables.ts' {
  interface Tables {
    images: ImagesTable;
  }
}

/** A stored image with the key that opens it. */
export type ImageRecord = StoredImage & {
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
};

/**
 * The columns of an image, for callers who insert it as part of a larger statement.
 *
 * @example
 * db.with('image', (qb) => qb.insertInto('images').values(toImageColumns(prepared.image)))
 */
export function toImageColumns(image: ImageRecord): Insertable<ImagesTable> {
  return {
    id: image.id,
    created_at: image.createdAt,
    content_type: image.contentType,
    width: image.width,
    height: image.height,
    size_bytes: image.sizeBytes,
    sha256: image.sha256,
    key_id: image.keyId,
    wrapped_key: image.wrappedKey,
  };
}

/** Inserts an image's row; its bytes are written apart, see `prepareImage`. */
export async function insertImage(db: Db, image: ImageRecord): Promise<void> {
  await db.insertInto('images').values(toImageColumns(image)).execute();
}

/** The image of an id, or undefined. One read by primary key. */
export async function findImage(db: Db, id: string): Promise<ImageRecord | undefined> {
  const row = await db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/**
 * Deletes the row and with it the only key: from the commit on the image cannot be read, wherever its encrypted
 * bytes still stand. The caller then deletes the file, or leaves it to `deleteStrayFiles`. False when there was
 * no such image.
 */
export async function deleteImage(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('images').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Which of some ids have a row. Used to tell files of images from strays; takes a few hundred at a time. */
export async function findExistingImageIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('images').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

function fromRow(row: Selectable<ImagesTable>): ImageRecord {
  return {
    id: row.id,
    createdAt: row.created_at,
    contentType: row.content_type,
    width: row.width,
    height: row.height,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    keyId: row.key_id,
    wrappedKey: row.wrapped_key,
  };
}
