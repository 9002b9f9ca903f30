import { define, errorsOf } from '../platform/errors.ts';

export const accessErrorCatalogue = {
  external_issuer_invalid: define.local(
    'The configuration of the external issuer is not usable',
    'Correct OIDC_ISSUER and the other OIDC_ settings.',
  ),
  token_requests_limited: define.rateLimited(
    'Too many wrong secrets for this client from this address',
    'Wait for the seconds in Retry-After, then send the right secret.',
  ),
  client_not_found: define.notFound('There is no such client', 'Use an identifier from the list of clients.'),
  client_scopes_exceeded: define.forbidden(
    'The client has scopes that the access token lacks',
    'Use a token with every scope of the client, or the command line.',
  ),
  client_liveness_weaker: define.invalid(
    'The client requires less liveness than the operator',
    'Use challenge, or null. LIVENESS_REQUIRED_AUTHENTICATION and LIVENESS_REQUIRED_REGISTRATION hold for every client.',
  ),
  client_has_keys: define.conflict('The client uses public keys, not secrets', 'Replace its public keys.'),
  client_has_secret: define.conflict(
    'The client uses a secret, not public keys',
    'Rotate its secret, or create a client with public keys.',
  ),
  client_revoked: define.conflict('The client has been revoked', 'Create a new client.'),
  client_secret_limit: define.conflict(
    'The client already has two secrets',
    'Remove the old secret. Then add the new one.',
  ),
  client_secret_not_found: define.notFound(
    'The client has no such secret',
    'Use the identifier of a secret from the list of clients.',
  ),
  client_secret_last: define.conflict(
    'The last secret of a client cannot be removed',
    'Add a new secret first, or revoke the client.',
  ),
};

/** An error of this domain, with one of the codes above. */
export class AccessError extends errorsOf(accessErrorCatalogue) {}
