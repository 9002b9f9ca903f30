import type { Cpf } from '../documents/index.ts';
import type { Product } from './scopes.ts';

/** The content of a valid access token. */
export type AccessToken = {
  /** The client, or the account of a session. */
  readonly clientId: string;
  /** The account of a person, when the request came with a session of the console. */
  readonly account?: { readonly id: string; readonly sessionId: string };
  /** The token's audience. */
  readonly product: Product;
  readonly scopes: ReadonlySet<string>;
  /** The only person the token may be used for; absent when it is not bound. */
  readonly peopleId?: Cpf;
  /** The `jti` claim. */
  readonly tokenId: string;
  readonly expiresAt: Date;
};
