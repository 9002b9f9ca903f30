import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import {
  type ClientRulesChange,
  changeRules,
  type Grantor,
  requireMayEnd,
  requireScopesHeld,
} from './client-rules.ts';
import { lockClient, markClientRevoked, updateClientRules } from './client-store.ts';
import { AccessError } from './errors.ts';
import type { ClientRules, LivenessPolicy } from './types.ts';

/**
 * The rules of a client after the change, in force from its next request on. Sessions that exist keep their redirect.
 *
 * Rejects with `client_not_found`, `client_revoked`, the codes of `changeRules`, or `client_scopes_exceeded` when
 * `grantor` lacks one of the client's scopes. Without a grantor the operator asks.
 */
export async function changeClient(
  deps: { readonly db: Db; readonly livenessPolicy: LivenessPolicy },
  { clientId, ...change }: ClientRulesChange & { readonly clientId: string },
  grantor?: Grantor,
): Promise<ClientRules> {
  return await deps.db.transaction().execute(async (tx) => {
    const client = await lockClient(tx, clientId);
    if (client === undefined) throw new AccessError('client_not_found');
    if (grantor !== undefined) requireScopesHeld(grantor, client.scopes);
    if (client.revokedAt !== undefined) throw new AccessError('client_revoked');
    const rules = changeRules(client.rules, change, deps.livenessPolicy);
    await updateClientRules(tx, clientId, rules);
    return rules;
  });
}

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
