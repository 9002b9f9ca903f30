import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code of clients and signing keys. The token endpoint answers in RFC 6749's form instead. */
export const accessErrorCatalogue = {
  external_issuer_invalid: {
    kind: 'invalid',
    title: 'The configuration of the external issuer of tokens cannot work',
    fix: 'Check OIDC_ISSUER and the variables beside it in the configuration reference.',
  },
  token_requests_limited: {
    kind: 'rate-limited',
    title: 'Too many wrong secrets for this client from this address',
    fix: 'Wait for the seconds in Retry-After, then send the right secret.',
  },
  client_not_found: {
    kind: 'not-found',
    title: 'No such client',
    fix: 'List the clients and use the identifier of one of them.',
  },
  client_name_invalid: {
    kind: 'invalid',
    title: 'The name of the client is not valid',
    fix: 'Use 1 to 100 characters without control characters.',
  },
  client_product_invalid: {
    kind: 'invalid',
    title: 'The product of the client is not valid',
    fix: 'Use mobile or customer.',
  },
  client_scopes_invalid: {
    kind: 'invalid',
    title: 'The scopes of the client are not valid',
    fix: 'Name at least one scope, each one that the product may hold.',
  },
  client_scopes_exceeded: {
    kind: 'forbidden',
    title: 'The client has scopes that the access token lacks',
    fix: 'Use a token that holds every scope of the client, or the command line of the operator.',
  },
  client_liveness_invalid: {
    kind: 'invalid',
    title: 'The liveness that the client requires is not valid',
    fix: 'Use passive, challenge, or null for what the operator demands.',
  },
  client_liveness_weaker: {
    kind: 'invalid',
    title: 'The client requires less liveness than the operator',
    fix: 'Use challenge, or null. LIVENESS_REQUIRED_AUTHENTICATION and LIVENESS_REQUIRED_REGISTRATION hold for every client.',
  },
  client_origins_invalid: {
    kind: 'invalid',
    title: 'The capture origins of the client are not valid',
    fix: 'Send up to 20 origins, each scheme, host and port where needed (https://shop.example): https:, or http: on localhost; no path, no user, no wildcard.',
  },
  client_redirects_invalid: {
    kind: 'invalid',
    title: 'The redirect addresses of the client are not valid',
    fix: 'Send up to 20 https: addresses, or http: on localhost, without user, query, fragment, backslash or wildcard. One that ends with / covers what lies below it.',
  },
  client_keys_invalid: {
    kind: 'invalid',
    title: 'The public keys of the client are not valid',
    fix: 'Send one to four public keys: EC on P-256, Ed25519, or RSA of 2048 to 8192 bits, as a JWK set or in PEM.',
  },
  client_has_keys: {
    kind: 'conflict',
    title: 'The client proves itself with keys and has no secrets',
    fix: 'Replace its public keys instead.',
  },
  client_has_secret: {
    kind: 'conflict',
    title: 'The client proves itself with a secret and has no public keys',
    fix: 'Rotate its secret, or create a client with public keys.',
  },
  client_revoked: {
    kind: 'conflict',
    title: 'The client has been revoked',
    fix: 'Create a new client.',
  },
  client_secret_limit: {
    kind: 'conflict',
    title: 'The client already has two secrets',
    fix: 'Remove the unused secret, then add the new one.',
  },
  client_secret_not_found: {
    kind: 'not-found',
    title: 'The client has no such secret',
    fix: 'List the clients and use the identifier of one of their secrets.',
  },
  client_secret_last: {
    kind: 'conflict',
    title: 'The last secret of a client cannot be removed',
    fix: 'Add a new secret first, or revoke the client.',
  },
} as const satisfies ErrorCatalogue;

export type AccessErrorCode = keyof typeof accessErrorCatalogue;

/** An error of this domain, with one of the codes above. */
export class AccessError extends AppError {
  constructor(code: AccessErrorCode, options?: AppErrorOptions) {
    super(code, accessErrorCatalogue[code], options);
  }
}
