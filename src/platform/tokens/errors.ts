import { define, errorsOf } from '../errors.ts';

/** Every refusal of an access token. */
export const tokenErrorCatalogue = {
  access_token_missing: define.invalid(
    'The access token has not been entered',
    'Send the mobile access token in the Authorization header.',
  ),
  authorization_missing: define.unauthenticated(
    'The request has no access token',
    'Send Authorization: Bearer <token>. POST /oauth2/token issues tokens.',
  ),
  token_invalid: define.unauthenticated(
    'The service does not accept the access token',
    'Send a token of this service unchanged. Profile endpoints need the Bearer scheme.',
  ),
  token_expired: define.unauthenticated(
    'The access token has expired',
    'Request a new one at POST /oauth2/token.',
  ),
  token_revoked: define.unauthenticated(
    'The client of the access token has been revoked',
    'Ask the operator for new client credentials.',
  ),
  token_wrong_product: define.unauthenticated(
    'The access token is for another product',
    'Use a mobile token on the mobile endpoints and a customer token on the other endpoints.',
  ),
  token_other_person: define.unauthenticated(
    'The access token is bound to another person',
    'Request a token with the people_id of the person that you authenticate.',
  ),
  token_scope_missing: define.unauthenticated(
    'The access token lacks the scope this endpoint needs',
    'Request a token with that scope, or ask the operator for a client with it.',
  ),
  scope_forbidden: define.forbidden(
    'The access token lacks the scope this endpoint needs',
    'Request a token with that scope, or ask the operator for a client with it.',
  ),
  session_missing: define.unauthenticated('Nobody is signed in', 'Sign in with POST /v1/session.'),
  session_ended: define.unauthenticated('The session has ended', 'Sign in again.'),
  session_request_refused: define.forbidden(
    'The request does not come from the page of the session',
    'Send the csrfToken of GET /v1/session in X-CSRF-Token, from a page at BASE_URL.',
  ),
  token_check_unavailable: define.unavailable(
    'Access tokens cannot be checked at the moment',
    'Try again after the time in Retry-After.',
  ),
};

/** A request whose access token does not allow it; see {@link tokenErrorCatalogue}. */
export class TokenError extends errorsOf(tokenErrorCatalogue) {}
