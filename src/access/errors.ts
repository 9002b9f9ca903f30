import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

export const accessErrorCatalogue = {
  external_issuer_invalid: {
    kind: 'local',
    title: 'The configuration of the external issuer is not usable',
    fix: 'Correct OIDC_ISSUER and the other OIDC_ settings.',
  },
  token_requests_limited: {
    kind: 'rate-limited',
    title: 'Too many wrong secrets for this client from this address',
    fix: 'Wait for the seconds in Retry-After, then send the right secret.',
  },
  client_not_found: {
    kind: 'not-found',
    title: 'There is no such client',
    fix: 'Use an identifier from the list of clients.',
  },
  client_scopes_exceeded: {
    kind: 'forbidden',
    title: 'The client has scopes that the access token lacks',
    fix: 'Use a token with every scope of the client, or the command line.',
  },
  client_liveness_weaker: {
    kind: 'invalid',
    title: 'The client requires less liveness than the operator',
    fix: 'Use challenge, or null. LIVENESS_REQUIRED_AUTHENTICATION and LIVENESS_REQUIRED_REGISTRATION hold for every client.',
  },
  client_has_keys: {
    kind: 'conflict',
    title: 'The client uses public keys, not secrets',
    fix: 'Replace its public keys.',
  },
  client_has_secret: {
    kind: 'conflict',
    title: 'The client uses a secret, not public keys',
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
    fix: 'Remove the old secret. Then add the new one.',
  },
  client_secret_not_found: {
    kind: 'not-found',
    title: 'The client has no such secret',
    fix: 'Use the identifier of a secret from the list of clients.',
  },
  client_secret_last: {
    kind: 'conflict',
    title: 'The last secret of a client cannot be removed',
    fix: 'Add a new secret first, or revoke the client.',
  },
} as const satisfies ErrorCatalogue;

/** An error of this domain, with one of the codes above. */
export class AccessError extends errorsOf(accessErrorCatalogue) {}
