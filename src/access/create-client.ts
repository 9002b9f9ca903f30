import type { Tx } from '../platform/db/types.ts';
import { loadRowBinder, type RowBinder } from '../platform/encryption/index.ts';
import { type FieldProblem, RequestError } from '../platform/errors.ts';
import { createId, createUuidV7 } from '../platform/ids.ts';
import { isPrintable } from '../platform/printable.ts';
import { type Product, products, type Scope, scopes, scopesOfProduct } from '../platform/tokens/index.ts';
import {
  type ClientRulesChange,
  type Grantor,
  noRules,
  readRules,
  requireScopesHeld,
} from './client-rules.ts';
import { insertClient, insertClientSecret } from './client-store.ts';
import { clientIdKind } from './declarations.ts';
import { createSecret, hashSecret, type SecretHash } from './hash-secret.ts';
import { type PublicKeysInput, parsePublicKeys } from './parse-public-keys.ts';
import type { AccessDeps, Client, ClientCredentials } from './types.ts';

type NewClient = ClientRulesChange & {
  readonly product: string;
  readonly scopes: readonly string[];
  /** For people: 1 to 100 characters. */
  readonly name?: string | undefined;
};

/**
 * The credentials of a new client. This is the only time its secret can be read.
 *
 * Rejects with `request_invalid` for every mistake at once, `client_liveness_weaker` or, when `grantor` lacks one of the
 * scopes, `client_scopes_exceeded`. Without a grantor the operator asks.
 *
 * @example
 * const { clientId, clientSecret } = await createClient(
 *   { db, cipher, clock: systemClock },
 *   { product: 'mobile', scopes: ['faces:authenticate'], name: 'Android app' },
 * );
 */
export async function createClient(
  deps: AccessDeps,
  client: NewClient,
  grantor?: Grantor,
): Promise<ClientCredentials> {
  const checked = parseNewClient(deps, client, grantor);
  const secret = createSecret();
  const hash = await hashSecret(secret);
  const now = deps.clock.now();
  const rows = await loadRowBinder(deps.db, deps.cipher);
  const { clientId } = await deps.db
    .transaction()
    .execute((tx) => storeNewClient(tx, rows, { ...checked, hash, now }));
  return { clientId, clientSecret: secret };
}

type CheckedClient = Pick<Client, 'product' | 'scopes' | 'name' | 'rules'>;

/** The new client after the checks, the same for every kind of credentials. */
function parseNewClient(
  { livenessPolicy }: AccessDeps,
  client: NewClient,
  grantor: Grantor | undefined,
): CheckedClient {
  const problems: FieldProblem[] = [];
  const product = readProduct(client.product, problems);
  const scopes = product === undefined ? [] : readScopes(product, client.scopes, problems);
  const name = client.name?.trim();
  if (name !== undefined && (name.length === 0 || name.length > 100 || !isPrintable(name))) {
    problems.push({ path: 'body/name', message: 'must be 1 to 100 printable characters' });
  }
  const rules = readRules(noRules, client, problems, livenessPolicy);
  if (product === undefined || problems.length > 0) throw new RequestError(problems);
  if (grantor !== undefined) requireScopesHeld(grantor, scopes);
  return { product, scopes, name, rules };
}

/** Writes a client that has been checked, with the hash of its first secret. */
export async function storeNewClient(
  tx: Tx,
  rows: RowBinder,
  client: Omit<CheckedClient, 'rules'> & {
    readonly isFirstAdministrator?: boolean;
    readonly rules?: Client['rules'];
    readonly hash: SecretHash;
    readonly now: Date;
  },
): Promise<{ readonly clientId: string; readonly secretId: string }> {
  const id = createId(clientIdKind, client.now.getTime());
  const createdAt = client.now;
  await insertClient(tx, rows, { rules: noRules, ...client, id, createdAt, publicKeys: undefined });
  const secretId = createUuidV7(client.now.getTime());
  await insertClientSecret(tx, rows, id, { ...client.hash, id: secretId }, client.now);
  return { clientId: id, secretId };
}

/** A product; what is wrong is added to `problems`. */
function readProduct(value: string, problems: FieldProblem[]): Product | undefined {
  const product = products.find((candidate) => candidate === value);
  if (product === undefined) {
    problems.push({ path: 'body/product', message: `must be one of ${products.join(', ')}` });
  }
  return product;
}

/** The scopes without repetitions, in documented order; what is wrong is added to `problems`. */
function readScopes(product: Product, values: readonly string[], problems: FieldProblem[]): readonly Scope[] {
  const allowed = scopesOfProduct[product];
  if (values.length === 0) problems.push({ path: 'body/scopes', message: 'at least one scope is needed' });
  for (const [place, value] of values.entries()) {
    if (allowed.some((scope) => scope === value)) continue;
    const message = scopes.some((scope) => scope === value)
      ? `${value} is not for ${product} clients, which may have ${allowed.join(', ')}`
      : `there is no such scope; there are ${allowed.join(', ')}`;
    problems.push({ path: `body/scopes/${place}`, message });
  }
  return allowed.filter((scope) => values.includes(scope));
}

/**
 * A new client that proves itself with assertions signed by its own keys (`private_key_jwt`, RFC 7523): it has no
 * secret, and nothing kept here can be used in its place.
 *
 * Rejects as `createClient`, and with `request_invalid` for keys that `parsePublicKeys` does not take.
 */
export async function createKeyClient(
  deps: AccessDeps,
  client: NewClient & { readonly publicKeys: PublicKeysInput },
  grantor?: Grantor,
): Promise<{ readonly clientId: string; readonly keyIds: string[] }> {
  const checked = parseNewClient(deps, client, grantor);
  const publicKeys = parsePublicKeys(client.publicKeys);
  const createdAt = deps.clock.now();
  const id = createId(clientIdKind, createdAt.getTime());
  const rows = await loadRowBinder(deps.db, deps.cipher);
  await deps.db
    .transaction()
    .execute((tx) => insertClient(tx, rows, { ...checked, id, createdAt, publicKeys }));
  return { clientId: id, keyIds: publicKeys.map(({ kid }) => kid) };
}
