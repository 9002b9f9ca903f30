import { findScopesOfClients } from '../../access/index.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { RequestError } from '../../platform/errors.ts';
import { recordEvent } from '../../platform/events/index.ts';
import { createId } from '../../platform/ids.ts';
import { OutboundError } from '../../platform/outbound/index.ts';
import { isPrintable } from '../../platform/printable.ts';
import { webhookEndpointDisabled, webhookEndpointIdKind } from '../declarations.ts';
import { EventError } from '../errors.ts';
import { lockHead } from '../events-store.ts';
import { visibleTypes } from '../list-events.ts';
import type { DisabledReason, Endpoint } from '../types.ts';
import { endPending } from './deliveries-store.ts';
import { createEndpointSecret, secretsInUse } from './endpoint-secrets.ts';
import {
  countEndpoints,
  deleteEndpoint,
  insertEndpoint,
  lockEndpoint,
  updateEndpoint,
} from './endpoints-store.ts';
import { getEndpoint, lockOwnEndpoint, type Manager, type WebhookDeps } from './get-endpoint.ts';

/** Without types: every type that the client may see, those of later versions too. */
type NewEndpoint = Pick<Endpoint, 'clientId' | 'url' | 'types' | 'description'>;

const mostEndpoints = 10;

/**
 * A new endpoint of a client and its secret, which is told this once. It gets events that are published from now on.
 *
 * Rejects with `request_invalid`, `webhook_url_invalid`, `event_type_unknown` for a type that the client's scopes do not
 * let it see, `webhook_endpoints_full`, and `webhook_endpoint_not_found` for a client that does not exist or is revoked.
 */
export async function createEndpoint(
  deps: WebhookDeps,
  { clientId, url, types, description }: NewEndpoint,
): Promise<{ readonly endpoint: Endpoint; readonly secret: string }> {
  requirePrintable(description);
  await requireUsableUrl(deps, url);
  await requireVisibleTypes(deps, clientId, types);
  const createdAt = deps.clock.now();
  const secret = createEndpointSecret();
  const endpoint: Endpoint = {
    id: createId(webhookEndpointIdKind, createdAt.getTime()),
    clientId,
    url,
    types,
    description,
    createdAt,
    disabledAt: undefined,
    disabledReason: undefined,
    failingSince: undefined,
    secrets: [{ secret }],
  };
  await deps.db.transaction().execute(async (tx) => {
    // Those who make one at the same moment are counted one after the other.
    await lockHead(tx);
    await insertEndpoint(tx, deps.cipher, endpoint);
    if ((await countEndpoints(tx, clientId)) > mostEndpoints) throw new EventError('webhook_endpoints_full');
  });
  return { endpoint, secret };
}

function requirePrintable(description = ''): void {
  if (isPrintable(description)) return;
  throw RequestError.at('body/description', 'has characters that cannot be printed');
}

/** Rejects with `webhook_url_invalid`. */
async function requireUsableUrl({ outbound }: Pick<WebhookDeps, 'outbound'>, url: string): Promise<void> {
  try {
    await outbound.judge(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new EventError('webhook_url_invalid', { detail: error.detail ?? error.title });
  }
}

/** Rejects with `event_type_unknown` unless the client may see each of the types. */
async function requireVisibleTypes(
  { db, catalogue }: { readonly db: Db } & Pick<WebhookDeps, 'catalogue'>,
  clientId: string,
  types: readonly string[] | undefined,
): Promise<void> {
  const scopes = (await findScopesOfClients(db, [clientId])).get(clientId);
  if (scopes === undefined) {
    throw new EventError('webhook_endpoint_not_found', { detail: 'The client does not exist.' });
  }
  visibleTypes(catalogue, { clientId, scopes }, types);
}

type EndpointChange = {
  readonly url?: string | undefined;
  /** Null: every type that the client may see. */
  readonly types?: readonly string[] | null | undefined;
  readonly description?: string | undefined;
  readonly isEnabled?: boolean | undefined;
};

/** Time that the secret before still signs after a rotation. */
const bothSecretsMs = 24 * 3_600_000;
/** Secrets of an endpoint that sign at once: a rotation in a hurry leaves the promise to the one before. */
const mostSecrets = 5;

/**
 * Changes what is named. Disabling cancels what waits; what happens while it is disabled can be replayed. Enabling,
 * or another address, begins anew: earlier failures are forgotten. Rejects as `createEndpoint` and `getEndpoint` do.
 */
export async function changeEndpoint(
  deps: WebhookDeps,
  id: string,
  change: EndpointChange,
  manager: Manager,
): Promise<Endpoint> {
  const { clientId } = await getEndpoint(deps, id, manager);
  requirePrintable(change.description);
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
    const url = change.url ?? before.url;
    const changed: Endpoint = {
      ...before,
      ...(url === before.url ? {} : { failingSince: undefined }),
      ...enabled,
      url,
      types: change.types === undefined ? before.types : (change.types ?? undefined),
      description: change.description ?? before.description,
    };
    await updateEndpoint(tx, deps.cipher, changed);
    return changed;
  });
}

/**
 * A new secret of an endpoint, told this once. Deliveries carry signatures by it, and by each one before for 24 hours
 * after it was replaced; the newest five sign at most. Rejects as `getEndpoint` does.
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
    const earlier = secretsInUse(endpoint, now).map((one) => ({
      ...one,
      until: one.until ?? previousUntil.toISOString(),
    }));
    const secrets = [{ secret }, ...earlier].slice(0, mostSecrets);
    await updateEndpoint(tx, deps.cipher, { ...endpoint, secrets });
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

/**
 * Disables an endpoint and cancels what waits for it. Its client is told by an event when nobody asked for it.
 * Undefined when there is none; one that is disabled already stays as it is.
 */
export async function disableEndpoint(
  tx: Tx,
  cipher: RecordCipher,
  id: string,
  { reason, now }: { readonly reason: DisabledReason; readonly now: Date },
): Promise<Endpoint | undefined> {
  const endpoint = await lockEndpoint(tx, cipher, id);
  if (endpoint === undefined || endpoint.disabledAt !== undefined) return endpoint;
  const disabled: Endpoint = { ...endpoint, disabledAt: now, disabledReason: reason };
  // Whoever publishes now has read the endpoint as it was: what they queue for it is cancelled too.
  await lockHead(tx);
  await updateEndpoint(tx, cipher, disabled);
  await endPending(tx, { endpointId: id });
  if (reason === 'gone' || reason === 'failing') {
    const { clientId } = endpoint;
    await recordEvent(tx, webhookEndpointDisabled, { webhookEndpointId: id }, { at: now, clientId });
  }
  return disabled;
}
