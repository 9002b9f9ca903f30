import { type ImageRecord, insertImageIn } from '../images/index.ts';
import { type Db, type ToRow, type Tx, toRow } from '../platform/db/index.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    captures: ToRow<Capture> & { image_id: string; used_at: Date | null };
  }
}

/** A photo sent ahead of its authentication. */
export type Capture = {
  readonly id: string;
  readonly cpfIndex: Uint8Array;
  readonly clientId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Writes a capture together with its photo's row, in one statement. */
export async function insertCapture(db: Db, capture: Capture, image: ImageRecord): Promise<void> {
  await db
    .with('image', (qb) => insertImageIn(qb, image))
    .insertInto('captures')
    .values({ ...toRow(capture), image_id: image.id, used_at: null })
    .execute();
}

/** The newest capture of a client for a CPF that is neither used nor expired. */
export async function findUnusedCapture(
  db: Db,
  cpfIndex: Uint8Array,
  clientId: string,
  now: Date,
): Promise<{ readonly id: string; readonly imageId: string } | undefined> {
  return await db
    .selectFrom('captures')
    .select(['id', 'image_id as imageId'])
    .where('cpf_index', '=', cpfIndex)
    .where('client_id', '=', clientId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Unused captures of a client for a CPF, the newest first, without so many of the newest: by index, mostly none. */
export async function findOlderCaptures(
  db: Db,
  of: Pick<Capture, 'cpfIndex' | 'clientId'>,
  keptAtMost: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('captures')
    .select('id')
    .where('cpf_index', '=', of.cpfIndex)
    .where('client_id', '=', of.clientId)
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(keptAtMost)
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

/** Removes those of the captures that are still unused; gives the ids of their images. */
export async function deleteUnusedCaptures(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('captures')
    .where('id', 'in', ids)
    .where('used_at', 'is', null)
    .returning('image_id')
    .execute();
  return rows.map((row) => row.image_id);
}

/** Removes captures that expired, used or not, oldest first; gives the ids of their images, which may be evidence. */
export async function deleteExpiredCaptures(tx: Tx, expiredBefore: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('captures')
    .where('id', 'in', (qb) =>
      qb
        .selectFrom('captures')
        .select('id')
        .where('expires_at', '<', expiredBefore)
        .orderBy('expires_at')
        .limit(limit),
    )
    .returning('image_id')
    .execute();
  return rows.map((row) => row.image_id);
}
