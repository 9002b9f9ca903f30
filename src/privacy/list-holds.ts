import { idsOf } from './end-hold.ts';
import { listHolds } from './holds-store.ts';
import type { HoldsDeps } from './set-hold.ts';
import type { Hold } from './types.ts';

/** Holds of one person are never so many that they need pages. */
const mostOfPerson = 1_000;

/** Every hold of a person, those that are over included, newest first. Empty when nobody has the id or the CPF. */
export async function listHoldsOfPerson(deps: HoldsDeps, personId: string): Promise<readonly Hold[]> {
  const personIds = await idsOf(deps, personId);
  if (personIds.length === 0) return [];
  return await listHolds(deps.db, deps.cipher, { personIds }, { before: undefined, limit: mostOfPerson });
}

/** A page of the holds that stand, newest first. */
export async function listStandingHolds(
  deps: HoldsDeps,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly Hold[]> {
  return await listHolds(deps.db, deps.cipher, { standingAt: deps.clock.now() }, page);
}
