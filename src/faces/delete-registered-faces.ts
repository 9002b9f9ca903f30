import { discardImageFiles, type ImageFiles } from '../images/index.ts';
import { type CpfIndex, lockPerson } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { recordEvents } from '../platform/events/index.ts';
import type { RefuseHeld } from '../platform/personal-data.ts';
import { faceRemoved } from './declarations.ts';
import { FaceError } from './errors.ts';
import { deleteUnusedImages } from './evidence-store.ts';
import { deleteFaces, findFaces } from './faces-store.ts';

export type DeleteRegisteredFacesDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly cpfIndex: CpfIndex;
  readonly store: ImageFiles;
  readonly clock: Clock;
  /** The check for holds on the person. */
  readonly refuseHeld: RefuseHeld;
};

/**
 * Removes every reference photo of a CPF, and returns the id of the person. Afterwards nobody can
 * authenticate as that CPF. Templates are deleted at once. Photos in attempts stay as evidence.
 *
 * Rejects with `face_not_registered` when there is none, and with `person_held` while a hold stands.
 */
export async function deleteRegisteredFaces(
  deps: DeleteRegisteredFacesDeps,
  cpf: Cpf,
): Promise<{ readonly personId: string }> {
  const cpfIndex = deps.cpfIndex(cpf);
  if ((await findFaces(deps.db, deps.cipher, cpfIndex)).length === 0)
    throw new FaceError('face_not_registered');
  const { personId, unusedImages } = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const personId = await lockPerson(tx, deps, cpf, now);
    await deps.refuseHeld(tx, personId);
    const faces = await findFaces(tx, deps.cipher, cpfIndex);
    const imageIds = await deleteFaces(
      tx,
      faces.map((face) => face.id),
    );
    await recordEvents(
      tx,
      faceRemoved,
      faces.map(({ id }) => ({ personId, faceId: id })),
      { at: now },
    );
    return { personId, unusedImages: await deleteUnusedImages(tx, imageIds) };
  });
  await discardImageFiles(deps.store, unusedImages);
  return { personId };
}
