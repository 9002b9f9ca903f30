import type { Cpf } from '../platform/documents/index.ts';
import type { ClientPublicKey } from './parse-public-keys.ts';
import type { Product, Scope } from './scopes.ts';

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
  /** What its assertions are checked with; absent for a client that proves itself with a secret. */
  readonly publicKeys: readonly ClientPublicKey[] | undefined;
  /** One, or two while a secret is being replaced; oldest first. None with public keys. */
  readonly secrets: readonly { readonly id: string; readonly createdAt: Date }[];
};

/** What a program needs to ask for tokens. The secret exists here only: it is stored as a hash. */
export type ClientCredentials = { readonly clientId: string; readonly clientSecret: string };

/** What a valid access token says. */
export type AccessToken = {
  readonly clientId: string;
  /** The token's audience. */
  readonly product: Product;
  readonly scopes: ReadonlySet<string>;
  /** The only person the token may be used for; absent when it is not bound. */
  readonly peopleId?: Cpf;
  /** The `jti` claim. */
  readonly tokenId: string;
  readonly expiresAt: Date;
};
