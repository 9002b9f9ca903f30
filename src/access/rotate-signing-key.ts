import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { longestTokenLifetimeSeconds } from './create-token-endpoint.ts';
import { insertSigningKey, lockSigningKeys, retireOtherSigningKeys } from './signing-key-store.ts';
import { createStoredSigningKey, type SigningPurpose } from './signing-keys.ts';

/** How long a new key is published before it signs, so that those who cache the set know it in time. */
const publishedAheadMs = 10 * 60_000;

/** How long an old access-token key outlives its last use: the longest token lifetime, and an hour for clocks. */
const keptForTokensMs = longestTokenLifetimeSeconds * 1000 + 60 * 60_000;

/**
 * The kid and the first moment of a new signing key. Published at once, it signs ten minutes later, and the old
 * one goes on until then. An old access-token key is retired two hours after that, when its last token has
 * long expired; an old response key stays published, so that answers it signed can still be checked.
 *
 * With `compromised`, the new key signs at once and all others of the purpose are retired now: every token or
 * answer they signed is refused from then on, by each process once it next reads the keys.
 */
export async function rotateSigningKey(
  deps: { readonly db: Db; readonly cipher: RecordCipher; readonly clock: Clock },
  rotation: { readonly purpose: SigningPurpose; readonly compromised?: boolean },
): Promise<{ readonly kid: string; readonly activeFrom: Date }> {
  const now = deps.clock.now();
  const activeFrom = rotation.compromised ? now : new Date(now.getTime() + publishedAheadMs);
  const key = await createStoredSigningKey(deps.cipher, {
    purpose: rotation.purpose,
    createdAt: now,
    activeFrom,
  });
  await deps.db.transaction().execute(async (tx) => {
    await lockSigningKeys(tx);
    await insertSigningKey(tx, key);
    if (rotation.compromised || rotation.purpose === 'access-token') {
      const retiredAt = rotation.compromised ? now : new Date(activeFrom.getTime() + keptForTokensMs);
      await retireOtherSigningKeys(tx, { purpose: rotation.purpose, exceptKid: key.kid, retiredAt });
    }
  });
  return { kid: key.kid, activeFrom };
}
