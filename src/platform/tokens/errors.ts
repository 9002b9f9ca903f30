import { type ErrorCatalogue, errorsOf } from '../errors.ts';

/** Every refusal of an access token. */
export const tokenErrorCatalogue = {
  access_token_missing: {
    kind: 'invalid',
    title: 'The access token has not been entered',
    fix: 'Send the mobile access token in the Authorization header.',
  },
  authorization_missing: {
    kind: 'unauthenticated',
    title: 'The request has no access token',
    fix: 'Send Authorization: Bearer <token>. POST /oauth2/token issues tokens.',
  },
  token_invalid: {
    kind: 'unauthenticated',
    title: 'The service does not accept the access token',
    fix: 'Send a token of this service unchanged. Profile endpoints need the Bearer scheme.',
  },
  token_expired: {
    kind: 'unauthenticated',
    title: 'The access token has expired',
    fix: 'Request a new one at POST /oauth2/token.',
  },
  token_revoked: {
    kind: 'unauthenticated',
    title: 'The client of the access token has been revoked',
    fix: 'Ask the operator for new client credentials.',
  },
  token_wrong_product: {
    kind: 'unauthenticated',
    title: 'The access token is for another product',
    fix: 'Use a mobile token on the mobile endpoints and a customer token on the other endpoints.',
  },
  token_other_person: {
    kind: 'unauthenticated',
    title: 'The access token is bound to another person',
    fix: 'Request a token with the people_id of the person that you authenticate.',
  },
  token_scope_missing: {
    kind: 'unauthenticated',
    title: 'The access token lacks the scope this endpoint needs',
    fix: 'Request a token with that scope, or ask the operator for a client with it.',
  },
  scope_forbidden: {
    kind: 'forbidden',
    title: 'The access token lacks the scope this endpoint needs',
    fix: 'Request a token with that scope, or ask the operator for a client with it.',
  },
  session_missing: {
    kind: 'unauthenticated',
    title: 'Nobody is signed in',
    fix: 'Sign in with POST /v1/session.',
  },
  session_ended: {
    kind: 'unauthenticated',
    title: 'The session has ended',
    fix: 'Sign in again.',
  },
  session_request_refused: {
    kind: 'forbidden',
    title: 'The request does not come from the page of the session',
    fix: 'Send the csrfToken of GET /v1/session in X-CSRF-Token, from a page at BASE_URL.',
  },
  token_check_unavailable: {
    kind: 'unavailable',
    title: 'Access tokens cannot be checked at the moment',
    fix: 'Try again after the time in Retry-After.',
  },
} as const satisfies ErrorCatalogue;

/** A request whose access token does not allow it; see {@link tokenErrorCatalogue}. */
export class TokenError extends errorsOf(tokenErrorCatalogue) {}
