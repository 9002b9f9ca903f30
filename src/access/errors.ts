import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code of access tokens, clients and signing keys. The token endpoint answers in RFC 6749's form instead. */
export const accessErrorCatalogue = {
  access_token_missing: {
    kind: 'invalid',
    title: 'The access token has not been entered',
    fix: 'Send the mobile access token in the Authorization header.',
  },
  authorization_missing: {
    kind: 'unauthenticated',
    title: 'The request has no access token',
    fix: 'Send Authorization: Bearer <token>, with a token of POST /oauth2/token.',
  },
  token_invalid: {
    kind: 'unauthenticated',
    title: 'The access token is not valid here',
    fix: 'Send a token of this service as it was issued; profile endpoints need the Bearer scheme.',
  },
  token_expired: {
    kind: 'unauthenticated',
    title: 'The access token has expired',
    fix: 'Ask POST /oauth2/token for a new one.',
  },
  token_revoked: {
    kind: 'unauthenticated',
    title: 'The client of the access token has been revoked',
    fix: 'Ask the operator for new client credentials.',
  },
  token_wrong_product: {
    kind: 'unauthenticated',
    title: 'The access token is for another product',
    fix: 'Use a token of a mobile client on the mobile endpoints and one of a customer client on the others.',
  },
  token_other_person: {
    kind: 'unauthenticated',
    title: 'The access token is bound to another person',
    fix: 'Ask for a token with the people_id of the person to authenticate.',
  },
  token_scope_missing: {
    kind: 'unauthenticated',
    title: 'The access token lacks the scope this endpoint needs',
    fix: 'Ask for a token with that scope, or the operator for a client that may have it.',
  },
  scope_forbidden: {
    kind: 'forbidden',
    title: 'The access token lacks the scope this endpoint needs',
    fix: 'Ask for a token with that scope, or the operator for a client that may have it.',
  },
  token_check_unavailable: {
    kind: 'unavailable',
    title: 'Access tokens cannot be checked at the moment',
    fix: 'Try again after the time in Retry-After.',
  },
  external_issuer_invalid: {
    kind: 'invalid',
    title: 'The external issuer of tokens is not configured in a way that can work',
    fix: 'Look at OIDC_ISSUER and the variables beside it in the configuration reference.',
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
  client_keys_invalid: {
    kind: 'invalid',
    title: 'The public keys of the client are not valid',
    fix: 'Send one to four public keys: EC on P-256, Ed25519, or RSA of at least 2048 bits, as a JWK set or in PEM.',
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
    fix: 'Remove the secret that is no longer used, then add the new one.',
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
