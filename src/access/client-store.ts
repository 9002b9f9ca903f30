import { type ColumnType, type Selectable, sql } from 'kysely';
import { countRows, type Db, fromRow, planNamed, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { RowBinder } from '../platform/encryption/index.ts';
import { isId } from '../platform/ids.ts';
import type { Scope } from '../platform/tokens/index.ts';
import { clientIdKind } from './declarations.ts';
import type { SecretHash } from './hash-secret.ts';
import type { ClientPublicKey } from './parse-public-keys.ts';
import type { Client, ClientRules, LivenessDemand } from './types.ts';

type ClientsTable = ToRow<Pick<Client, 'id' | 'name' | 'product' | 'createdAt' | 'revokedAt'>> & {
  scopes: Scope[];
  is_first_administrator: boolean;
  binding: Uint8Array;
  public_keys: ColumnType<readonly ClientPublicKey[] | null, string | null, string | null>;
  liveness_authentication: LivenessDemand | null;
  liveness_registration: LivenessDemand | null;
  capture_origins: string[];
  redirect_urls: string[];
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    clients: ClientsTable;
    client_secrets: ToRow<StoredSecret> & { client_id: string; created_at: Date };
    client_assertions: { id: string; expires_at: Date };
  }
}

/** A stored secret: its identifier and its hash with the parameters it was made with. */
export type StoredSecret = SecretHash & { readonly id: string };

/** Keeps other writers of the table waiting until the transaction ends; readers go on. */
export async function lockClients(tx: Tx): Promise<void> {
  await sql`LOCK TABLE clients IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** True if a client was ever made. Revoked clients count. */
export async function hasClients(db: Db): Promise<boolean> {
  return (await db.selectFrom('clients').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Gives the first administrator these scopes, unless it has them or was revoked. */
export async function grantFirstAdmin(db: Db, rows: RowBinder, scopes: readonly Scope[]): Promise<void> {
  const client = await db
    .selectFrom('clients')
    .selectAll()
    .where('is_first_administrator', '=', true)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`scopes <> ${[...scopes]}::text[]`)
    .executeTakeFirst();
  if (client === undefined || !isBound(rows, client)) return;
  const granted = { ...client, scopes: [...scopes] };
  await db
    .updateTable('clients')
    .set({ scopes: granted.scopes, binding: bindingOf(rows, granted) })
    .where('id', '=', client.id)
    .execute();
}

/** The number of clients. Revoked clients count. */
export async function countClients(db: Db): Promise<number> {
  return await countRows(db.selectFrom('clients'));
}

export async function insertClient(
  tx: Tx,
  rows: RowBinder,
  client: Pick<Client, 'id' | 'name' | 'product' | 'scopes' | 'createdAt' | 'publicKeys' | 'rules'> & {
    /** True for the one that a start makes when there is none. */
    readonly isFirstAdministrator?: boolean;
  },
): Promise<void> {
  const bound = {
    id: client.id,
    product: client.product,
    scopes: [...client.scopes],
    is_first_administrator: client.isFirstAdministrator ?? false,
    public_keys: client.publicKeys ?? null,
  };
  await tx
    .insertInto('clients')
    .values({
      ...bound,
      name: client.name ?? null,
      created_at: client.createdAt,
      revoked_at: null,
      public_keys: bound.public_keys && JSON.stringify(bound.public_keys),
      binding: bindingOf(rows, bound),
      ...fromRules(client.rules),
    })
    .execute();
}

/** Writes a secret. What is stored of it fits this client alone. */
export async function insertClientSecret(
  tx: Tx,
  rows: RowBinder,
  clientId: string,
  secret: StoredSecret,
  createdAt: Date,
): Promise<void> {
  await tx
    .insertInto('client_secrets')
    .values({
      ...toRow({ ...secret, clientId, createdAt }),
      hash: rows.bind('client-secret', clientId, secret.id, secret.hash),
    })
    .execute();
}

/** Every client, oldest first, each with its secrets, oldest first. */
export async function listClients(db: Db): Promise<Client[]> {
  const rows = await db.selectFrom('clients').selectAll().orderBy('created_at').orderBy('id').execute();
  const secrets = await db
    .selectFrom('client_secrets')
    .select(['id', 'client_id', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const secretsOf = Map.groupBy(secrets, (secret) => secret.client_id);
  return rows.map((row) => toClient(row, secretsOf.get(row.id) ?? []));
}

/** True if a stored secret of this client was made from this hash. */
export function fitsStoredSecret(
  rows: RowBinder,
  clientId: string,
  stored: StoredSecret,
  hash: Uint8Array,
): boolean {
  return rows.fits(stored.hash, 'client-secret', clientId, stored.id, hash);
}

/**
 * The client without its secrets, if it exists and is not revoked: what the token endpoint needs first. Undefined also
 * for a text that is no id, and when its product, scopes or public keys were written by somebody without the master key.
 */
export async function findActiveClient(
  db: Db,
  rows: RowBinder,
  clientId: string,
): Promise<Pick<Client, 'id' | 'product' | 'scopes' | 'publicKeys'> | undefined> {
  if (!isId(clientIdKind, clientId)) return undefined;
  const row = await db
    .selectFrom('clients')
    .select(['id', 'product', 'scopes', 'public_keys', 'is_first_administrator', 'binding'])
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined || !isBound(rows, row)) return undefined;
  const { id, product, scopes } = row;
  return { id, product, scopes, publicKeys: row.public_keys ?? undefined };
}

const findScopes = planNamed<{ readonly id: string; readonly scopes: readonly Scope[] }>(
  'select id, scopes from clients where id = any(:ids::text[]) and revoked_at is null',
);

/** The scopes of those of the clients that are not revoked, by client. */
export async function findScopesOfClients(
  db: Db,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<Scope>>> {
  if (clientIds.length === 0) return new Map();
  const rows = await findScopes(db, { ids: [...clientIds] });
  return new Map(rows.map(({ id, scopes }) => [id, new Set(scopes)]));
}

/** The secrets a client may use now, newest first: none when it is unknown or revoked. */
export async function listActiveSecrets(db: Db, clientId: string): Promise<StoredSecret[]> {
  const rows = await db
    .selectFrom('client_secrets as secret')
    .innerJoin('clients as client', 'client.id', 'secret.client_id')
    .select([
      'secret.id',
      'secret.salt',
      'secret.hash',
      'secret.cost',
      'secret.block_size',
      'secret.parallelization',
    ])
    .where('secret.client_id', '=', clientId)
    .where('client.revoked_at', 'is', null)
    .orderBy('secret.created_at', 'desc')
    .orderBy('secret.id', 'desc')
    .execute();
  return rows.map((row) => fromRow(row));
}

/** The client with its row locked until the transaction ends, so that changes to its secrets follow each other. */
export async function lockClient(tx: Tx, clientId: string): Promise<Client | undefined> {
  const row = await tx
    .selectFrom('clients')
    .selectAll()
    .where('id', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const secrets = await tx
    .selectFrom('client_secrets')
    .select(['id', 'created_at'])
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return toClient(row, secrets);
}

export async function deleteClientSecret(tx: Tx, clientId: string, secretId: string): Promise<void> {
  await tx
    .deleteFrom('client_secrets')
    .where('client_id', '=', clientId)
    .where('id', '=', secretId)
    .execute();
}

/**
 * Puts these in the place of all public keys of a client that is locked. False when its row was written by somebody
 * without the master key: binding it anew would make it good.
 */
export async function replaceClientPublicKeys(
  tx: Tx,
  rows: RowBinder,
  clientId: string,
  publicKeys: readonly ClientPublicKey[],
): Promise<boolean> {
  const row = await tx.selectFrom('clients').selectAll().where('id', '=', clientId).executeTakeFirstOrThrow();
  if (!isBound(rows, row)) return false;
  await tx
    .updateTable('clients')
    .set({
      public_keys: JSON.stringify(publicKeys),
      binding: bindingOf(rows, { ...row, public_keys: publicKeys }),
    })
    .where('id', '=', clientId)
    .execute();
  return true;
}

const selectRules = planNamed<Pick<ClientsTable, RulesColumns>>(`
  select liveness_authentication, liveness_registration, capture_origins, redirect_urls
  from clients where id = :clientId::text`);

/** The rules of a client, or undefined when there is none of that id. One read by primary key. */
export async function findClientRules(db: Db, clientId: string): Promise<ClientRules | undefined> {
  const [row] = await selectRules(db, { clientId });
  return row && toRules(row);
}

export async function updateClientRules(tx: Tx, clientId: string, rules: ClientRules): Promise<void> {
  await tx.updateTable('clients').set(fromRules(rules)).where('id', '=', clientId).execute();
}

/** The origins that clients list, each once; those of revoked clients are left out. */
export async function listCaptureOrigins(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ origin: string }>`
    SELECT DISTINCT unnest(capture_origins) AS origin FROM clients WHERE revoked_at IS NULL`.execute(db);
  return rows.map(({ origin }) => origin);
}

/** Sets the time of revocation, or leaves an earlier one. */
export async function markClientRevoked(tx: Tx, clientId: string, revokedAt: Date): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ revoked_at: revokedAt })
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** The clients revoked since a time: read every few seconds, answered from a partial index. */
export async function listRevokedClientIds(db: Db, since: Date): Promise<string[]> {
  const rows = await db.selectFrom('clients').select('id').where('revoked_at', '>', since).execute();
  return rows.map((row) => row.id);
}

type BoundClient = Pick<
  Selectable<ClientsTable>,
  'id' | 'product' | 'scopes' | 'is_first_administrator' | 'public_keys'
>;

/** The mark of what a client may do and proves itself with. The database orders the members of its keys as it likes. */
function bindingOf(rows: RowBinder, client: BoundClient): Uint8Array {
  const { id, product, scopes, is_first_administrator: isFirst, public_keys: keys } = client;
  const written = keys?.map((key) => JSON.stringify(Object.entries(key).sort())) ?? '';
  return rows.bind('client', id, product, scopes, isFirst, written);
}

function isBound(rows: RowBinder, client: BoundClient & Pick<Selectable<ClientsTable>, 'binding'>): boolean {
  return Buffer.from(client.binding).equals(bindingOf(rows, client));
}

function toClient(
  row: Selectable<ClientsTable>,
  secrets: readonly { id: string; created_at: Date }[],
): Client {
  return {
    id: row.id,
    name: row.name ?? undefined,
    product: row.product,
    scopes: row.scopes,
    createdAt: row.created_at,
    revokedAt: row.revoked_at ?? undefined,
    publicKeys: row.public_keys ?? undefined,
    rules: toRules(row),
    secrets: secrets.map((secret) => ({ id: secret.id, createdAt: secret.created_at })),
  };
}

type RulesColumns = 'liveness_authentication' | 'liveness_registration' | 'capture_origins' | 'redirect_urls';

function toRules(row: Pick<Selectable<ClientsTable>, RulesColumns>): ClientRules {
  const { liveness_authentication: authentication, liveness_registration: registration } = row;
  return {
    livenessRequired: {
      ...(authentication === null ? {} : { authentication }),
      ...(registration === null ? {} : { registration }),
    },
    captureOrigins: row.capture_origins,
    redirectUrls: row.redirect_urls,
  };
}

function fromRules(rules: ClientRules): Pick<Selectable<ClientsTable>, RulesColumns> {
  return {
    liveness_authentication: rules.livenessRequired.authentication ?? null,
    liveness_registration: rules.livenessRequired.registration ?? null,
    capture_origins: [...rules.captureOrigins],
    redirect_urls: [...rules.redirectUrls],
  };
}

/** Notes that an assertion was used; false when it had been, by whichever process. One statement, so that of two at once one is first. */
export async function insertClientAssertion(db: Db, id: string, expiresAt: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('client_assertions')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Removes what expired before a time, when the assertions themselves are refused for their age. */
export async function deleteExpiredClientAssertions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('client_assertions').where('expires_at', '<', before).execute();
}
