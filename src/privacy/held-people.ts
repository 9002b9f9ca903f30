import { findRowsOfPeople } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import type { HeldPeople } from '../platform/personal-data.ts';
import { PrivacyError } from './errors.ts';
import { findStandingHolds, lockHeldPeople } from './holds-store.ts';

/** Everybody under a hold, by every row that is one of them. Until the transaction ends there is no other hold. */
export async function lockHeld(tx: Tx, now: Date): Promise<HeldPeople> {
  const rows = await findRowsOfPeople(tx, await lockHeldPeople(tx, now));
  return {
    ids: rows.map(({ id }) => id),
    cpfIndexes: rows.flatMap(({ cpfIndex }) => (cpfIndex === undefined ? [] : [cpfIndex])),
  };
}

/** Passes when no hold stands on any of these rows of a person; otherwise `person_held`. */
export async function requireNoHold(tx: Tx, personIds: readonly string[], clock: Clock): Promise<void> {
  const [longest, ...others] = await findStandingHolds(tx, personIds, clock.now());
  if (longest === undefined) return;
  const until = longest.until === undefined ? 'until it is ended' : `until ${longest.until.toISOString()}`;
  throw new PrivacyError('person_held', {
    detail: `${others.length + 1} of them, the longest (${longest.id}) ${until}.`,
  });
}
