import type { Db } from '../platform/db/types.ts';

/** The state of a person's face: the number of reference photos and the result of the newest attempt. */
export type FaceState = {
  readonly registered: boolean;
  readonly references: number;
  /** Undefined before the first attempt. */
  readonly lastMatch?: {
    /** ISO 8601. */
    readonly date: string;
    readonly isMatch: boolean;
    readonly isFaceMatch: boolean;
    readonly isAlive: boolean;
    readonly similarity: number;
    readonly livenessProbability: number;
  };
};

/** The state of a person's face. Two statements by index; nothing sealed is opened. */
export async function findFaceState(db: Db, personId: string): Promise<FaceState> {
  const { references } = await db
    .selectFrom('faces')
    .select((eb) => eb.fn.countAll<number>().as('references'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  const last = await db
    .selectFrom('attempts')
    .select(['created_at', 'is_match', 'is_face_match', 'is_alive', 'similarity', 'liveness_probability'])
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    registered: references > 0,
    references,
    ...(last === undefined
      ? {}
      : {
          lastMatch: {
            date: last.created_at.toISOString(),
            isMatch: last.is_match,
            isFaceMatch: last.is_face_match,
            isAlive: last.is_alive,
            similarity: last.similarity,
            livenessProbability: last.liveness_probability,
          },
        }),
  };
}
