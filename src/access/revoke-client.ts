import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import { lockClient, markClientRevoked } from './client-store.ts';
import { AccessError } from './errors.ts';
import { type Grantor, requireMayEnd } from './require-scopes-held.ts';

/**
 * Ends a client for good: it gets no token from now on, and each process refuses the tokens it already has once
 * it next reads the revocations (see `createTokenVerifier`). Revoking again changes nothing and gives the first time.
 *
 * Rejects with `client_not_found`, or `client_scopes_exceeded` when `grantor` has neither `admin` nor every scope of the
 * client. Without a grantor the operator asks.
 */
export async function revokeClient(
  deps: { readonly db: Db; readonly clock: Clock },
  clientId: string,
  grantor?: Grantor,
): Promise<{ readonly revokedAt: Date }> {
  return await deps.db.transaction().execute(async (tx) => {
    const client = await lockClient(tx, clientId);
    if (client === undefined) {
      throw new AccessError('client_not_found');
    }
    if (grantor !== undefined) requireMayEnd(grantor, client.scopes);
    const revokedAt = client.revokedAt ?? deps.clock.now();
    await markClientRevoked(tx, clientId, revokedAt);
    return { revokedAt };
  });
}
