import { parsePersonId } from '../people/index.ts';
import { ProfileError } from '../profiles/index.ts';
import { type Hold, type HoldActor, listHolds } from './holds-store.ts';
import { type HoldsDeps, idsOf } from './set-hold.ts';

/** Holds of one person are never so many that they need pages. */
const mostOfPerson = 1_000;

/**
 * Every hold of a person, by profile id or CPF, those that are over included, newest first. Rejects with
 * `request_invalid` and `profile_not_found`.
 */
export async function listHoldsOfPerson(deps: HoldsDeps, personId: string): Promise<readonly Hold[]> {
  parsePersonId(personId, deps.cpfIndex);
  const personIds = await idsOf(deps, personId);
  if (personIds.length === 0) throw new ProfileError('profile_not_found');
  return await listHolds(deps.db, deps.cipher, { personIds }, { before: undefined, limit: mostOfPerson });
}

/** A page of the holds that stand, newest first. */
export async function listStandingHolds(
  deps: HoldsDeps,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly Hold[]> {
  return await listHolds(deps.db, deps.cipher, { standingAt: deps.clock.now() }, page);
}

/** A hold in plain JSON. */
export function representHold(hold: Hold, now: Date) {
  const { id, personId, reason, setAt, setBy, until, endedAt, endedBy } = hold;
  return {
    ...{ id, personId, reason },
    isStanding: endedAt === undefined && (until === undefined || until > now),
    setAt: setAt.toISOString(),
    setBy: representActor(setBy),
    ...(until === undefined ? {} : { until: until.toISOString() }),
    ...(endedAt === undefined ? {} : { endedAt: endedAt.toISOString() }),
    ...(endedBy === undefined ? {} : { endedBy: representActor(endedBy) }),
  };
}

function representActor({ kind, id }: HoldActor) {
  return id === undefined ? { kind } : { kind, id };
}
