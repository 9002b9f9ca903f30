import { discardImageFiles } from '../images/index.ts';
import { type GetPersonDeps, getPerson, listPersonIds, lockPerson } from '../people/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Cpf } from '../platform/documents.ts';
import { recordEvents } from '../platform/events/index.ts';
import { faceRemoved } from './declarations.ts';
import { FaceError } from './errors.ts';
import { deleteUnusedImages } from './evidence-store.ts';
import type { FaceDeps } from './face-deps.ts';
import { deleteFaces, findFaces, listRegistrationsOfPeople } from './faces-store.ts';
import type { ReferenceFace } from './types.ts';

/** The reference photos of a CPF, newest first. Rejects with `face_not_registered` when there is none. */
export async function listRegisteredFaces(
  deps: Pick<FaceDeps, 'db' | 'cipher' | 'cpfIndex'>,
  cpf: Cpf,
): Promise<ReferenceFace[]> {
  const faces = await findFaces(deps.db, deps.cipher, deps.cpfIndex(cpf));
  if (faces.length === 0) throw new FaceError('face_not_registered');
  return faces;
}

/**
 * The registrations of a person's face whose reference photos are still there, newest first, with the ids of the photos
 * and of the profile; none for a person without a face. Removed ones are in the audit log.
 *
 * Throws `request_invalid` and `profile_not_found`.
 */
export async function listRegistrations(deps: GetPersonDeps, personId: string) {
  const { id } = await getPerson(deps, personId);
  return { id, registrations: await listRegistrationsOfPeople(deps.db, await listPersonIds(deps, { id })) };
}

/**
 * Removes every reference photo of a CPF, and returns the id of the person. Afterwards nobody can
 * authenticate as that CPF. Templates are deleted at once. Photos in attempts stay as evidence.
 *
 * Rejects with `face_not_registered` when there is none, and with `person_held` while a hold stands.
 */
export async function deleteRegisteredFaces(
  deps: FaceDeps,
  cpf: Cpf,
): Promise<{ readonly personId: string }> {
  await listRegisteredFaces(deps, cpf);
  const cpfIndex = deps.cpfIndex(cpf);
  const { personId, unusedImages } = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const personId = await lockPerson(tx, deps, cpf, now);
    await deps.refuseHeld(tx, personId);
    const faces = await findFaces(tx, deps.cipher, cpfIndex);
    return { personId, unusedImages: await removeFaces(tx, personId, faces, now) };
  });
  await discardImageFiles(deps.store, unusedImages);
  return { personId };
}

/** Removes reference photos of a person, with an event for each. Gives the images that no row needs any more. */
export async function removeFaces(
  tx: Tx,
  personId: string,
  faces: readonly ReferenceFace[],
  at: Date,
): Promise<string[]> {
  const ids = faces.map(({ id }) => id);
  const removed = ids.map((faceId) => ({ personId, faceId }));
  await recordEvents(tx, faceRemoved, removed, { at });
  return await deleteUnusedImages(tx, await deleteFaces(tx, ids));
}
