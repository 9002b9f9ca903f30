import { type CpfIndex, type GetPersonDeps, getPerson, listPersonIds } from '../people/index.ts';
import type { Db } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { FaceError } from './errors.ts';
import { findFaces, listRegistrationsOfPeople, type Registration } from './faces-store.ts';
import type { ReferenceFace } from './types.ts';

/** The reference photos of a CPF, newest first. Rejects with `face_not_registered` when there is none. */
export async function listRegisteredFaces(
  deps: { readonly db: Db; readonly cipher: RecordCipher; readonly cpfIndex: CpfIndex },
  cpf: Cpf,
): Promise<ReferenceFace[]> {
  const faces = await findFaces(deps.db, deps.cipher, deps.cpfIndex(cpf));
  if (faces.length === 0) throw new FaceError('face_not_registered');
  return faces;
}

/** Registrations of a person's face. */
export type PersonRegistrations = {
  /** The profile's id. */
  readonly id: string;
  /** Newest first. */
  readonly registrations: readonly Registration[];
};

/**
 * The registrations of a person's face whose reference photos are still there, with the ids of the photos; none for a
 * person without a face. Removed ones are in the audit log.
 *
 * Throws `request_invalid` and `profile_not_found`.
 */
export async function listRegistrations(deps: GetPersonDeps, personId: string): Promise<PersonRegistrations> {
  const { id } = await getPerson(deps, personId);
  return { id, registrations: await listRegistrationsOfPeople(deps.db, await listPersonIds(deps, { id })) };
}
