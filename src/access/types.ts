import type { Product, Scope } from '../platform/tokens/index.ts';
import type { ClientRules } from './client-rules.ts';
import type { ClientPublicKey } from './parse-public-keys.ts';

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
