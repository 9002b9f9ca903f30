import { CompiledQuery } from 'kysely';
import { planOnce } from '../platform/db/index.ts';
import type { Db } from '../platform/db/types.ts';

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
