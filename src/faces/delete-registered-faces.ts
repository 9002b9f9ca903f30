import type { ImageStore } from '../images/index.ts';
import { type CpfIndex, lockPerson } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { FaceError } from './errors.ts';
import { deleteUnusedImages } from './evidence-store.ts';
import { deleteFaces, findFaces } from './faces-store.ts';

export type DeleteRegisteredFacesDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly cpfIndex: CpfIndex;
  readonly store: ImageStore;
  readonly clock: Clock;
};

/**
 * Removes every reference photo of a CPF and gives how many there were. From then on nobody can authenticate
 * as that CPF. Templates go at once; a photo that an attempt compared stays as that attempt's evidence.
 *
 * Rejects with `face_not_registered` when there is none.
 */
export async function deleteRegisteredFaces(deps: DeleteRegisteredFacesDeps, cpf: Cpf): Promise<number> {
  const cpfIndex = deps.cpfIndex(cpf);
  if ((await findFaces(deps.db, deps.cipher, cpfIndex)).length === 0)
    throw new FaceError('face_not_registered');
  const { removed, unusedImages } = await deps.db.transaction().execute(async (tx) => {
    await lockPerson(tx, deps, cpf, deps.clock.now());
    const faces = await findFaces(tx, deps.cipher, cpfIndex);
    const imageIds = await deleteFaces(
      tx,
      faces.map((face) => face.id),
    );
    return { removed: faces.length, unusedImages: await deleteUnusedImages(tx, imageIds) };
  });
  await Promise.all(unusedImages.map((id) => deps.store.delete(id)));
  return removed;
}
