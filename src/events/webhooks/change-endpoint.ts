import { EventError } from '../errors.ts';
import type { Endpoint } from '../types.ts';
import { requireUsableUrl, requireVisibleTypes } from './create-endpoint.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { createEndpointSecret, secretsInUse } from './endpoint-secrets.ts';
import { deleteEndpoint, updateEndpoint } from './endpoints-store.ts';
import { getEndpoint, lockOwnEndpoint } from './get-endpoint.ts';
import type { Manager, WebhookDeps } from './webhook-deps.ts';

export type EndpointChange = {
  readonly url?: string | undefined;
  /** Null: every type that the client may see. */
  readonly types?: readonly string[] | null | undefined;
  readonly description?: string | undefined;
  readonly isEnabled?: boolean | undefined;
};

/** Time that the secret before still signs after a rotation. */
const bothSecretsMs = 24 * 3_600_000;

/**
 * Changes what is named. Disabling cancels what waits; what happens while it is disabled can be replayed. Enabling
 * begins anew: earlier failures are forgotten. Rejects as `createEndpoint` and `getEndpoint` do.
 */
export async function changeEndpoint(
  deps: WebhookDeps,
  id: string,
  change: EndpointChange,
  manager: Manager,
): Promise<Endpoint> {
  const { clientId } = await getEndpoint(deps, id, manager);
  if (change.url !== undefined) await requireUsableUrl(deps, change.url);
  if (change.types != null || change.isEnabled === true) {
    await requireVisibleTypes(deps, clientId, change.types ?? undefined);
  }
  return await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    if (change.isEnabled === false) await disableEndpoint(tx, deps.cipher, id, { reason: 'asked', now });
    const before = await lockOwnEndpoint(tx, deps.cipher, id, manager);
    const enabled =
      change.isEnabled === true
        ? { disabledAt: undefined, disabledReason: undefined, failingSince: undefined }
        : {};
    const changed: Endpoint = {
      ...before,
      ...enabled,
      url: change.url ?? before.url,
      types: change.types === undefined ? before.types : (change.types ?? undefined),
      description: change.description ?? before.description,
    };
    await updateEndpoint(tx, deps.cipher, changed);
    return changed;
  });
}

/**
 * A new secret of an endpoint, told this once. Deliveries carry signatures by both for 24 hours; only the newest two
 * ever sign. Rejects as `getEndpoint` does.
 */
export async function rotateEndpointSecret(
  deps: WebhookDeps,
  id: string,
  manager: Manager,
): Promise<{ readonly secret: string; readonly previousUntil: Date }> {
  const secret = createEndpointSecret();
  return await deps.db.transaction().execute(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, deps.cipher, id, manager);
    const now = deps.clock.now();
    const previousUntil = new Date(now.getTime() + bothSecretsMs);
    const [newest] = secretsInUse(endpoint, now);
    const earlier = newest === undefined ? [] : [{ ...newest, until: previousUntil.toISOString() }];
    await updateEndpoint(tx, deps.cipher, { ...endpoint, secrets: [{ secret }, ...earlier] });
    return { secret, previousUntil };
  });
}

/** Removes an endpoint with its deliveries. Rejects as `getEndpoint` does. */
export async function removeEndpoint(deps: WebhookDeps, id: string, manager: Manager): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockOwnEndpoint(tx, deps.cipher, id, manager);
    await deleteEndpoint(tx, id);
  });
}

/** Throws `webhook_endpoint_disabled`. */
export function requireEnabled(endpoint: Endpoint): void {
  if (endpoint.disabledAt !== undefined) throw new EventError('webhook_endpoint_disabled');
}
