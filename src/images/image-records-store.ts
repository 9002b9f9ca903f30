import type { Insertable, QueryCreator, Selectable } from 'kysely';
import { countRows, type Db, type NamedValues, type Tables, type Tx } from '../platform/db/index.ts';

/** The table of migrations 0002 and 0017. */
export interface ImagesTable {
  id: string;
  created_at: Date;
  content_type: string;
  width: number;
  height: number;
  size_bytes: number;
  key_id: string;
  wrapped_key: Uint8Array;
}

declare module '../platform/db/tables.ts' {
  interface Tables {
    images: ImagesTable;
  }
}

/** A stored image with the key that opens it. */
export type ImageRecord = {
  readonly id: string;
  readonly createdAt: Date;
  readonly contentType: string;
  /** Pixels as stored, before the EXIF orientation is applied. */
  readonly width: number;
  readonly height: number;
  /** Size of the unencrypted image. */
  readonly sizeBytes: number;
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
};

function toImageColumns(image: ImageRecord): Insertable<ImagesTable> {
  return {
    id: image.id,
    created_at: image.createdAt,
    content_type: image.contentType,
    width: image.width,
    height: image.height,
    size_bytes: image.sizeBytes,
    key_id: image.keyId,
    wrapped_key: image.wrappedKey,
  };
}

/**
 * The insert of an image's row, giving its id, for a store that makes it a part of a statement of its own.
 *
 * @example
 * db.with('image', (qb) => insertImageIn(qb, prepared.image)).insertInto('captures')
 */
export function insertImageIn(creator: QueryCreator<Tables>, image: ImageRecord) {
  return creator.insertInto('images').values(toImageColumns(image)).returning('id');
}

const columnTypes = {
  id: 'text',
  created_at: 'timestamptz',
  content_type: 'text',
  width: 'integer',
  height: 'integer',
  size_bytes: 'integer',
  key_id: 'text',
  wrapped_key: 'bytea',
} as const satisfies Record<keyof ImagesTable, string>;

/** The same as SQL, for a statement that is planned once: inserts `imageValues` when the condition holds. */
export function insertImageSql(condition: string): string {
  const names = Object.keys(columnTypes).join(', ');
  const values = Object.entries(columnTypes).map(([name, type]) => `:images_${name}::${type}`);
  return `insert into images (${names}) select ${values.join(', ')} where ${condition}`;
}

/** The parameters of `insertImageSql`. */
export function imageValues(image: ImageRecord): NamedValues {
  return Object.fromEntries(
    Object.entries(toImageColumns(image)).map(([name, value]) => [`images_${name}`, value]),
  );
}

/** Inserts an image's row; its bytes are written apart, see `prepareImage`. */
export async function insertImage(db: Db, image: ImageRecord): Promise<void> {
  await db.insertInto('images').values(toImageColumns(image)).execute();
}

/** The image of an id, or undefined. One read by primary key. */
export async function findImage(db: Db, id: string): Promise<ImageRecord | undefined> {
  const row = await db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toImageRecord(row);
}

/** Locks images against new references until the transaction ends. Waits for current writes. */
export async function lockImages(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.selectFrom('images').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/**
 * Deletes rows, a thousand at a time, and with each the only key: from the commit on the image cannot be read, wherever
 * its encrypted bytes still stand. The caller then deletes the files, or leaves them to `deleteStrayFiles`. Gives the ids
 * of those there were.
 */
export async function deleteImages(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const deleted: string[] = [];
  for (let from = 0; from < ids.length; from += 1_000) {
    const some = ids.slice(from, from + 1_000);
    const rows = await tx.deleteFrom('images').where('id', 'in', some).returning('id').execute();
    deleted.push(...rows.map((row) => row.id));
  }
  return deleted;
}

/** The images stored before a moment, of all or among some ids. */
export async function countImages(db: Db, before: Date, ids?: readonly string[]): Promise<number> {
  return await countRows(
    db
      .selectFrom('images')
      .where('created_at', '<', before)
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids!)),
  );
}

/** The bytes of all photos together. */
export async function sumImageBytes(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('images')
    .select((eb) => eb.fn.sum('size_bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Which of some ids have a row. Used to tell files of images from strays; takes a few hundred at a time. */
export async function findExistingImageIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('images').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

function toImageRecord(row: Selectable<ImagesTable>): ImageRecord {
  return {
    id: row.id,
    createdAt: row.created_at,
    contentType: row.content_type,
    width: row.width,
    height: row.height,
    sizeBytes: row.size_bytes,
    keyId: row.key_id,
    wrappedKey: row.wrapped_key,
  };
}
