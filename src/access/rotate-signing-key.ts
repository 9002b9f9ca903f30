import type { Tx } from '../platform/db/types.ts';
import { longestTokenLifetimeSeconds } from './create-token-endpoint.ts';
import {
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  retireOtherSigningKeys,
  type SigningPurpose,
  type StoredSigningKey,
  signingPurposes,
} from './signing-key-store.ts';
import { createStoredSigningKey } from './signing-keys.ts';
import type { AccessDeps } from './types.ts';

/** Time between the publication of a new key and its first use. Caches of the key set refresh meanwhile. */
const publishedAheadMs = 10 * 60_000;

/** Time that an old access-token key stays after its last use: the longest token lifetime, and an hour for clocks. */
const keptForTokensMs = longestTokenLifetimeSeconds * 1000 + 60 * 60_000;

/**
 * Time that an old webhook key goes on signing beside the new one, so that receivers can exchange a key they hold.
 */
const keptForWebhooksMs = 7 * 86_400_000;

/**
 * The kid and the first moment of a new signing key. Published at once, it signs ten minutes later, and the old
 * one goes on until then. An old access-token key is retired two hours after that, when its last token has
 * long expired, an old webhook key after seven days, in which both sign; an old response key stays published, so that answers it signed can still be checked.
 *
 * With `compromised`, the new key signs at once and all others of the purpose are retired now: every token or
 * answer they signed is refused from then on, by each process once it next reads the keys.
 */
export async function rotateSigningKey(
  deps: Omit<AccessDeps, 'livenessPolicy'>,
  rotation: Rotation,
): Promise<{ readonly kid: string; readonly activeFrom: Date }> {
  const next = await createNextKey(deps, rotation);
  await deps.db.transaction().execute(async (tx) => {
    await lockSigningKeys(tx);
    await storeNextKey(tx, next, rotation);
  });
  return { kid: next.kid, activeFrom: next.activeFrom };
}

/**
 * Rotates the signing keys whose newest was made longer ago than allowed, and gives their purposes. Of several
 * processes that try at once, one rotates.
 */
export async function rotateDueSigningKeys(
  deps: Omit<AccessDeps, 'livenessPolicy'>,
  options: { readonly maxAgeDays: number },
): Promise<{ readonly rotated: readonly SigningPurpose[] }> {
  const before = new Date(deps.clock.now().getTime() - options.maxAgeDays * 86_400_000);
  const isDue = (keys: readonly StoredSigningKey[], purpose: SigningPurpose) =>
    !keys.some((key) => key.purpose === purpose && key.createdAt > before);
  const rotated: SigningPurpose[] = [];
  for (const purpose of signingPurposes) {
    if (!isDue(await listSigningKeys(deps.db, deps.clock.now()), purpose)) continue;
    const next = await createNextKey(deps, { purpose });
    await deps.db.transaction().execute(async (tx) => {
      await lockSigningKeys(tx);
      if (!isDue(await listSigningKeys(tx, deps.clock.now()), purpose)) return;
      await storeNextKey(tx, next, { purpose });
      rotated.push(purpose);
    });
  }
  return { rotated };
}

type Rotation = { readonly purpose: SigningPurpose; readonly compromised?: boolean };

async function createNextKey(
  deps: Pick<AccessDeps, 'cipher' | 'clock'>,
  rotation: Rotation,
): Promise<StoredSigningKey> {
  const createdAt = deps.clock.now();
  const activeFrom = rotation.compromised ? createdAt : new Date(createdAt.getTime() + publishedAheadMs);
  return await createStoredSigningKey(deps.cipher, { purpose: rotation.purpose, createdAt, activeFrom });
}

async function storeNextKey(tx: Tx, key: StoredSigningKey, rotation: Rotation): Promise<void> {
  await insertSigningKey(tx, key);
  if (!rotation.compromised && rotation.purpose === 'response') return;
  const retiredAt = rotation.compromised
    ? key.createdAt
    : new Date(
        key.activeFrom.getTime() + (rotation.purpose === 'webhook' ? keptForWebhooksMs : keptForTokensMs),
      );
  await retireOtherSigningKeys(tx, { purpose: rotation.purpose, exceptKid: key.kid, retiredAt });
}
