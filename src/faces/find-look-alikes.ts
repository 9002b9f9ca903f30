import { type FaceEngine, findCommonTemplates } from '../engine/index.ts';
import type { LookAlike } from '../platform/reviews.ts';
import type { FaceDeps } from './face-deps.ts';
import { listFacesOfPeople } from './faces-store.ts';
import type { ReferenceFace } from './types.ts';

/**
 * The registered photos of people, in the order of their ids, each with the similarity to the first one. Somebody
 * without photos, or who was erased, has none.
 */
export async function findLookAlikes(
  { db, cipher, engine }: Pick<FaceDeps, 'db' | 'cipher' | 'engine'>,
  personIds: readonly string[],
): Promise<readonly LookAlike[]> {
  const faces = await listFacesOfPeople(db, cipher, personIds);
  const facesOf = (personId: string) => faces.filter((face) => face.personId === personId);
  const [first] = personIds;
  const own = first === undefined ? [] : facesOf(first);
  return personIds.map((personId) => {
    const found = facesOf(personId);
    return {
      personId,
      photos: found.map(({ imageId, createdAt }) => ({ imageId, registeredAt: createdAt })),
      similarity: personId === first ? undefined : greatestSimilarity(engine, own, found),
    };
  });
}

/** Templates of different models cannot be compared. */
function greatestSimilarity(
  engine: FaceEngine,
  own: readonly ReferenceFace[],
  others: readonly ReferenceFace[],
): number | undefined {
  const known = engine.templateModels();
  const similarities = own.flatMap((face) =>
    others.flatMap((other) => {
      const common = findCommonTemplates(known, [face], [other]);
      if (common === undefined) return [];
      return [engine.compare(common.first, common.second, common.templateModel).similarity];
    }),
  );
  return similarities.length === 0 ? undefined : Math.max(...similarities);
}
