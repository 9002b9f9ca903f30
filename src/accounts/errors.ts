import { define, errorsOf } from '../platform/errors.ts';

export const accountsErrorCatalogue = {
  credentials_wrong: define.unauthenticated(
    'E-mail address, password or code is wrong',
    'Try again. If you lost them, ask an administrator to reset the account.',
  ),
  sign_in_locked: define.rateLimited('Too many sign-ins failed', 'Wait for the seconds in Retry-After.'),
  sign_in_busy: define.unavailable(
    'Too many people are signing in at the moment',
    'Try again after the seconds in Retry-After.',
  ),
  sign_in_insecure: define.forbidden(
    'Console sessions need https',
    'Set BASE_URL to the https: address of the service, or use the console on this machine only.',
  ),
  challenge_expired: define.invalid('The step expired or had too many tries', 'Start again.'),
  invitation_invalid: define.invalid(
    'The link is no longer valid',
    'Request a new link. A link works once and for a limited time.',
  ),
  invitation_not_found: define.notFound(
    'There is no such open invitation',
    'Use the id of an invitation that GET /v1/invitations lists.',
  ),
  password_refused: define.invalid(
    'The password is too easy to guess',
    'Choose 12 to 200 characters. A few words that do not belong together are easy to remember. Leave out common words with numbers, your name and your e-mail address.',
  ),
  account_exists: define.conflict(
    'An account with this e-mail address exists',
    'Use that account, or another address.',
  ),
  account_not_found: define.notFound(
    'There is no such account',
    'Use the id of an account that GET /v1/accounts lists.',
  ),
  account_last_administrator: define.conflict(
    'The last administrator cannot be removed',
    'Make another account an administrator first.',
  ),
  account_external: define.conflict(
    'Single sign-on manages this account',
    'Change the account at the issuer. You can disable it here.',
  ),
  sso_off: define.notFound(
    'Single sign-on is not configured',
    'Sign in with password or passkey. Operators: set SSO_ISSUER.',
  ),
  sso_unavailable: define.unavailable(
    'The single sign-on issuer does not answer',
    'Try again later. Operators: check SSO_ISSUER.',
  ),
  sso_refused: define.unauthenticated(
    'The issuer did not confirm the sign-in',
    'Start again. The log names the cause.',
  ),
  sso_role_missing: define.forbidden(
    'The issuer gives the person no role',
    'Add the person to a group at the issuer that SSO_ROLES names.',
  ),
  sign_in_not_recent: define.forbidden(
    'The sign-in is too long ago',
    'Sign out, sign in again, and repeat it within ten minutes.',
  ),
  passkeys_many: define.conflict('The account has ten passkeys', 'Remove one first.'),
  passkey_last: define.conflict('The last passkey is the only way to sign in', 'Add another passkey first.'),
  passkey_not_found: define.notFound(
    'You have no such passkey',
    'Use the id of a passkey that GET /v1/session/passkeys lists.',
  ),
  session_not_found: define.notFound(
    'You have no such session',
    'Use the id of a session that GET /v1/sessions lists.',
  ),
};

export class AccountsError extends errorsOf(accountsErrorCatalogue) {}
