import {
  findRowsOfPeople,
  type GetPersonDeps,
  listPersonIds,
  lockPersonToErase,
  parsePersonId,
} from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import { parseCpf } from '../platform/documents.ts';
import { createId, isId, personIdKind } from '../platform/ids.ts';
import type { HeldPeople } from '../platform/personal-data.ts';
import { toAnswer } from '../platform/to-answer.ts';
import { ProfileError } from '../profiles/index.ts';
import { holdIdKind } from './declarations.ts';
import { PrivacyError } from './errors.ts';
import {
  countStandingHolds,
  endStandingHold,
  findStandingHolds,
  type Hold,
  type HoldActor,
  insertHold,
  listHolds,
  lockHeldPeople,
} from './holds-store.ts';

export type HoldsDeps = GetPersonDeps & { readonly clock: Clock };

/** Each batch of each retention time reads all of them. */
export const mostStandingHolds = 10_000;

/**
 * A new hold on a person, by profile id or CPF: from the answer on nothing of the person is erased. A person may have
 * several; each is ended by itself.
 *
 * Rejects with `request_invalid`, `profile_not_found`, `hold_end_past` and `holds_full`.
 */
export async function setHold(
  deps: HoldsDeps,
  personId: string,
  asked: Pick<Hold, 'reason' | 'until'> & { readonly by: HoldActor },
): Promise<Hold> {
  const by = parsePersonId(personId, deps.cpfIndex);
  const now = deps.clock.now();
  if (asked.until !== undefined && asked.until <= now) throw new PrivacyError('hold_end_past');
  return await deps.db.transaction().execute(async (tx) => {
    const person = await lockPersonToErase(tx, by);
    if (person === undefined) throw new ProfileError('profile_not_found');
    if ((await countStandingHolds(tx, now)) >= mostStandingHolds) throw new PrivacyError('holds_full');
    const hold: Hold = {
      id: createId(holdIdKind, now.getTime()),
      personId: person.id,
      reason: asked.reason,
      setAt: now,
      setBy: asked.by,
      until: asked.until,
      endedAt: undefined,
      endedBy: undefined,
    };
    await insertHold(tx, deps.cipher, hold);
    return hold;
  });
}

/** Ends a hold of a person, or of anybody when none is named. Rejects with `hold_not_found`. */
export async function endHold(
  deps: HoldsDeps,
  holdId: string,
  end: { readonly personId: string | undefined; readonly by: HoldActor },
): Promise<Hold> {
  const personIds = end.personId === undefined ? undefined : await idsOf(deps, end.personId);
  const ended =
    isId(holdIdKind, holdId) && personIds?.length !== 0
      ? await deps.db
          .transaction()
          .execute((tx) =>
            endStandingHold(tx, deps.cipher, holdId, { personIds, at: deps.clock.now(), by: end.by }),
          )
      : undefined;
  if (ended === undefined) throw new PrivacyError('hold_not_found');
  return ended;
}

/** Every id that a person is known by, from a profile id or a CPF; none when nobody is. */
async function idsOf(deps: HoldsDeps, personId: string): Promise<readonly string[]> {
  const cpf = parseCpf(personId);
  if (cpf === undefined && !isId(personIdKind, personId)) return [];
  return await listPersonIds(deps, cpf === undefined ? { id: personId } : { cpf });
}

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

export function representHold(hold: Hold, now: Date) {
  const { id, personId, reason, setAt, setBy, until, endedAt, endedBy } = hold;
  return toAnswer({
    id,
    personId,
    reason,
    setAt,
    until,
    endedAt,
    isStanding: endedAt === undefined && (until === undefined || until > now),
    setBy: representActor(setBy),
    endedBy: endedBy && representActor(endedBy),
  });
}

function representActor({ kind, id }: HoldActor) {
  return id === undefined ? { kind } : { kind, id };
}
