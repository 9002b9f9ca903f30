import { listPersonIds } from '../people/index.ts';
import { parseCpf } from '../platform/documents/index.ts';
import { isId, personIdKind } from '../platform/ids.ts';
import { PrivacyError } from './errors.ts';
import { endStandingHold } from './holds-store.ts';
import { holdIdKind } from './id-kinds.ts';
import type { HoldsDeps } from './set-hold.ts';
import type { Hold, HoldActor } from './types.ts';

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
export async function idsOf(deps: HoldsDeps, personId: string): Promise<readonly string[]> {
  const cpf = parseCpf(personId);
  if (cpf === undefined && !isId(personIdKind, personId)) return [];
  return await listPersonIds(deps, cpf === undefined ? { id: personId } : { cpf });
}
