import { findScopesOfClients } from '../../access/index.ts';
import type { Db } from '../../platform/db/index.ts';
import { createId } from '../../platform/ids.ts';
import { OutboundError } from '../../platform/outbound/index.ts';
import { webhookEndpointIdKind } from '../declarations.ts';
import { EventError } from '../errors.ts';
import { visibleTypes } from '../list-events.ts';
import type { Endpoint } from '../types.ts';
import { createEndpointSecret } from './endpoint-secrets.ts';
import { countEndpoints, insertEndpoint } from './endpoints-store.ts';
import type { WebhookDeps } from './webhook-deps.ts';

export type NewEndpoint = {
  readonly clientId: string;
  readonly url: string;
  /** Undefined: every type that the client may see, those of later versions too. */
  readonly types: readonly string[] | undefined;
  readonly description: string | undefined;
};

const mostEndpoints = 10;

/**
 * A new endpoint of a client and its secret, which is told this once. It gets events that are published from now on.
 *
 * Rejects with `webhook_url_invalid`, `event_type_unknown` for a type that the client's scopes do not let it see,
 * `webhook_endpoints_full`, and `webhook_endpoint_not_found` for a client that does not exist or is revoked.
 */
export async function createEndpoint(
  deps: WebhookDeps,
  { clientId, url, types, description }: NewEndpoint,
): Promise<{ readonly endpoint: Endpoint; readonly secret: string }> {
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
    await insertEndpoint(tx, deps.cipher, endpoint);
    if ((await countEndpoints(tx, clientId)) > mostEndpoints) throw new EventError('webhook_endpoints_full');
  });
  return { endpoint, secret };
}

/** Rejects with `webhook_url_invalid`. */
export async function requireUsableUrl(
  { outbound }: Pick<WebhookDeps, 'outbound'>,
  url: string,
): Promise<void> {
  try {
    await outbound.judge(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new EventError('webhook_url_invalid', { detail: error.detail ?? error.title });
  }
}

/** Rejects with `event_type_unknown` unless the client may see each of the types. */
export async function requireVisibleTypes(
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
