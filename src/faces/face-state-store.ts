import { countRows, type Db, fromRow } from '../platform/db/index.ts';
import { toAnswer } from '../platform/to-answer.ts';
import type { FaceSummary } from '../profiles/index.ts';

/** The state of a person's face. Two statements by index; nothing sealed is opened. */
export async function findFaceState(db: Db, personId: string): Promise<FaceSummary> {
  const references = await countRows(db.selectFrom('faces').where('person_id', '=', personId));
  const last = await db
    .selectFrom('attempts')
    .select(['created_at as date', 'is_match', 'is_face_match', 'is_alive'])
    .select(['similarity', 'liveness_probability'])
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const lastMatch = last && toAnswer(fromRow(last));
  return toAnswer({ registered: references > 0, references, lastMatch });
}
