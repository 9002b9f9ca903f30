import type { Db } from '../../platform/db/index.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { findProfileSubject } from '../profiles-store.ts';
import type { Subject } from '../types.ts';

/** The subject of a profile; undefined after its erasure. */
export async function loadSubject(
  db: Db,
  deps: Pick<ProfilesDeps, 'people'>,
  profileId: string,
): Promise<Subject | undefined> {
  const profile = await findProfileSubject(db, profileId);
  if (profile === undefined) return undefined;
  if (profile.cnpj !== undefined) return { kind: 'company', id: profileId, cnpj: profile.cnpj };
  const person = await deps.people.findPerson(db, profileId);
  return person && { ...person, id: profileId };
}
