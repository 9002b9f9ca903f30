import { type GetPersonDeps, getPerson, listPersonIds } from '../people/index.ts';
import { listRegistrationsOfPeople, type Registration } from './faces-store.ts';

/** Registrations of a person's face. */
export type PersonRegistrations = {
  /** The profile's id. */
  readonly id: string;
  /** Newest first. */
  readonly registrations: readonly Registration[];
};

/**
 * The registrations of a person's face whose reference photos are still there, without the photos; none for a person
 * without a face. Removed ones are in the audit log.
 *
 * Throws `person_id_invalid` and `profile_not_found`.
 */
export async function listRegistrations(deps: GetPersonDeps, personId: string): Promise<PersonRegistrations> {
  const { id } = await getPerson(deps, personId);
  return { id, registrations: await listRegistrationsOfPeople(deps.db, await listPersonIds(deps, { id })) };
}
