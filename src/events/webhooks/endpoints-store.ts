import type { Selectable } from 'kysely';
import {
  countRows,
  type Db,
  fromRow,
  planNamed,
  type ToRow,
  type Tx,
  toRow,
} from '../../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../../platform/encryption/index.ts';
import { isId } from '../../platform/ids.ts';
import { sealedEndpoint, webhookEndpointIdKind } from '../declarations.ts';
import type { Endpoint, EndpointSecret } from '../types.ts';

type WebhookEndpointsTable = ToRow<Omit<Endpoint, 'url' | 'secrets'>> & SealedColumns;

declare module '../../platform/db/tables.ts' {
  interface Tables {
    webhook_endpoints: WebhookEndpointsTable;
  }
}

type SealedContent = { readonly url: string; readonly secrets: readonly EndpointSecret[] };

/** The part of an endpoint that decides which events it gets. */
export type EndpointFilter = Pick<Endpoint, 'id' | 'clientId' | 'types'>;

export async function insertEndpoint(tx: Tx, cipher: RecordCipher, endpoint: Endpoint): Promise<void> {
  const { id, clientId, createdAt } = endpoint;
  await tx
    .insertInto('webhook_endpoints')
    .values({ ...toRow({ id, clientId, createdAt }), ...toColumns(cipher, endpoint) })
    .execute();
}

/** Writes an endpoint that the transaction has locked. */
export async function updateEndpoint(tx: Tx, cipher: RecordCipher, endpoint: Endpoint): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(toColumns(cipher, endpoint))
    .where('id', '=', endpoint.id)
    .execute();
}

export async function deleteEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
}

export async function countEndpoints(tx: Tx, clientId: string): Promise<number> {
  return await countRows(tx.selectFrom('webhook_endpoints').where('client_id', '=', clientId));
}

/** Endpoints of a client, or of all, oldest first. */
export async function listEndpoints(
  db: Db,
  cipher: RecordCipher,
  clientId: string | undefined,
): Promise<readonly Endpoint[]> {
  let query = db.selectFrom('webhook_endpoints').selectAll();
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  const rows = await query.orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => toEndpoint(cipher, row));
}

const listFilters = planNamed<Pick<WebhookEndpointsTable, 'id' | 'client_id' | 'types'>>(
  'select id, client_id, types from webhook_endpoints where disabled_at is null order by id',
);

/** Every endpoint that receives, without what is sealed. */
export async function listEndpointFilters(db: Db): Promise<readonly EndpointFilter[]> {
  const rows = await listFilters(db, {});
  return rows.map((row) => fromRow(row));
}

/** An endpoint; undefined also for a text that is no id. */
export async function findEndpoint(db: Db, cipher: RecordCipher, id: string): Promise<Endpoint | undefined> {
  if (!isId(webhookEndpointIdKind, id)) return undefined;
  const row = await db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toEndpoint(cipher, row);
}

const findByIds = planNamed<WebhookEndpointsTable>(`
  select id, client_id, types, description, disabled_at, disabled_reason, created_at, failing_since, key_id,
    wrapped_key, ciphertext
  from webhook_endpoints where id = any(:ids::text[])`);

export async function findEndpoints(
  db: Db,
  cipher: RecordCipher,
  ids: readonly string[],
): Promise<readonly Endpoint[]> {
  if (ids.length === 0) return [];
  const rows = await findByIds(db, { ids: [...ids] });
  return rows.map((row) => toEndpoint(cipher, row));
}

/** An endpoint, locked until the transaction ends; undefined also for a text that is no id. */
export async function lockEndpoint(tx: Tx, cipher: RecordCipher, id: string): Promise<Endpoint | undefined> {
  if (!isId(webhookEndpointIdKind, id)) return undefined;
  const query = tx.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).forNoKeyUpdate();
  const row = await query.executeTakeFirst();
  return row && toEndpoint(cipher, row);
}

/** Endpoints by their ids, locked until the transaction ends, in the order that everybody locks them in. */
export async function lockEndpoints(
  tx: Tx,
  cipher: RecordCipher,
  ids: readonly string[],
): Promise<readonly Endpoint[]> {
  if (ids.length === 0) return [];
  const query = tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', 'in', [...ids]);
  const rows = await query.orderBy('id').forNoKeyUpdate().execute();
  return rows.map((row) => toEndpoint(cipher, row));
}

/** Begins the row of failures of these endpoints, unless it has begun. */
export async function markFailing(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: now })
    .where('id', 'in', [...ids])
    .where('failing_since', 'is', null)
    .execute();
}

/** Those of the endpoints that receive and have failed since before a moment. */
export async function listFailingEndpoints(
  tx: Tx,
  ids: readonly string[],
  before: Date,
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', 'in', [...ids])
    .where('disabled_at', 'is', null)
    .where('failing_since', '<=', before)
    .execute();
  return rows.map((row) => row.id);
}

function toColumns(cipher: RecordCipher, endpoint: Endpoint) {
  const { url, secrets, types, description, disabledAt, disabledReason, failingSince } = endpoint;
  return {
    ...toRow({ types, description, disabledAt, disabledReason, failingSince }),
    ...sealedEndpoint.sealJson(cipher, endpoint.id, { url, secrets } satisfies SealedContent),
  };
}

function toEndpoint(cipher: RecordCipher, row: Selectable<WebhookEndpointsTable>): Endpoint {
  const { url, secrets } = sealedEndpoint.openJson<SealedContent>(cipher, row.id, row);
  return { ...fromRow(row), url, secrets };
}
