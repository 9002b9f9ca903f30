import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { toAnswer } from '../platform/to-answer.ts';
import type { Product, Scope } from '../platform/tokens/index.ts';
import type { ClientPublicKey } from './parse-public-keys.ts';

/** Liveness that photos need, the weaker one first. */
export const livenessDemands = ['passive', 'challenge'] as const;

export type LivenessDemand = (typeof livenessDemands)[number];

/** The liveness that each use of a photo needs. */
export type LivenessPolicy = {
  readonly authentication: LivenessDemand;
  readonly registration: LivenessDemand;
};

/** The rules of one client. A demand that is undefined is the operator's. */
export type ClientRules = {
  readonly livenessRequired: Partial<LivenessPolicy>;
  /** Origins whose pages may embed the capture page and call its addresses. */
  readonly captureOrigins: readonly string[];
  /** Where the capture page may lead back to. */
  readonly redirectUrls: readonly string[];
};

/** The parts that the operations of this domain work with. */
export type AccessDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  /** The demand of the operator on every client. */
  readonly livenessPolicy?: LivenessPolicy;
};

/** A program registered with this deployment. Its secrets are known to nobody but it. */
export type Client = {
  /** `cli_` and 32 hex digits. */
  readonly id: string;
  readonly name: string | undefined;
  readonly product: Product;
  /** The most its tokens can hold, in documented order. */
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** Set once, for good. */
  readonly revokedAt: Date | undefined;
  /** Keys that verify the client's assertions; absent for a client with a secret. */
  readonly publicKeys: readonly ClientPublicKey[] | undefined;
  readonly rules: ClientRules;
  /** One, or two while a secret is being replaced; oldest first. None with public keys. */
  readonly secrets: readonly { readonly id: string; readonly createdAt: Date }[];
};

/** Credentials for asking for tokens. The secret exists here only: the database stores its hash. */
export type ClientCredentials = { readonly clientId: string; readonly clientSecret: string };

/** A client in plain JSON, as commands and the API show it. Of secrets and keys only what names them. */
export function describeClient(client: Client) {
  const { id, name, product, scopes, createdAt, revokedAt, rules, publicKeys } = client;
  const { livenessRequired, captureOrigins, redirectUrls } = rules;
  return toAnswer({
    id,
    name,
    product,
    scopes,
    createdAt,
    revokedAt,
    captureOrigins,
    redirectUrls,
    livenessRequired: { ...livenessRequired },
    secrets: client.secrets.map((secret) => toAnswer({ id: secret.id, createdAt: secret.createdAt })),
    keyIds: publicKeys?.map(({ kid }) => kid),
  });
}
