import type { Tx } from '../platform/db/types.ts';
import {
  type ClientRulesChange,
  changeRules,
  type Grantor,
  requireMayEnd,
  requireScopesHeld,
} from './client-rules.ts';
import { lockClient, markClientRevoked, updateClientRules } from './client-store.ts';
import { AccessError } from './errors.ts';
import type { AccessDeps, Client, ClientRules } from './types.ts';

/**
 * The client, locked until the transaction ends, for whoever changes it. Rejects with `client_not_found`,
 * `client_revoked`, or `client_scopes_exceeded` when `grantor` lacks one of its scopes. Without a grantor the operator asks.
 */
export async function lockToChange(tx: Tx, clientId: string, grantor: Grantor | undefined): Promise<Client> {
  const client = await lockKnown(tx, clientId);
  if (grantor !== undefined) requireScopesHeld(grantor, client.scopes);
  if (client.revokedAt !== undefined) throw new AccessError('client_revoked');
  return client;
}

/**
 * The same for whoever ends something that it has, revoked or not. Rejects with `client_not_found`, or
 * `client_scopes_exceeded` when `grantor` has neither `admin` nor every scope of the client.
 */
export async function lockToEnd(tx: Tx, clientId: string, grantor: Grantor | undefined): Promise<Client> {
  const client = await lockKnown(tx, clientId);
  if (grantor !== undefined) requireMayEnd(grantor, client.scopes);
  return client;
}

async function lockKnown(tx: Tx, clientId: string): Promise<Client> {
  const client = await lockClient(tx, clientId);
  if (client === undefined) throw new AccessError('client_not_found');
  return client;
}

/**
 * The rules of a client after the change, in force from its next request on. Sessions that exist keep their redirect.
 *
 * Rejects as `lockToChange`, and with the codes of `changeRules`.
 */
export async function changeClient(
  deps: Required<Pick<AccessDeps, 'db' | 'livenessPolicy'>>,
  { clientId, ...change }: ClientRulesChange & { readonly clientId: string },
  grantor?: Grantor,
): Promise<ClientRules> {
  return await deps.db.transaction().execute(async (tx) => {
    const client = await lockToChange(tx, clientId, grantor);
    const rules = changeRules(client.rules, change, deps.livenessPolicy);
    await updateClientRules(tx, clientId, rules);
    return rules;
  });
}

/**
 * Ends a client for good: it gets no token from now on, and each process refuses the tokens it already has once
 * it next reads the revocations (see `createTokenVerifier`). Revoking again changes nothing and gives the first time.
 *
 * Rejects as `lockToEnd`.
 */
export async function revokeClient(
  deps: Pick<AccessDeps, 'db' | 'clock'>,
  clientId: string,
  grantor?: Grantor,
): Promise<{ readonly revokedAt: Date }> {
  return await deps.db.transaction().execute(async (tx) => {
    const client = await lockToEnd(tx, clientId, grantor);
    const revokedAt = client.revokedAt ?? deps.clock.now();
    await markClientRevoked(tx, clientId, revokedAt);
    return { revokedAt };
  });
}
