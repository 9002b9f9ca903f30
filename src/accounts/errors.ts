import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

export const accountsErrorCatalogue = {
  credentials_wrong: {
    kind: 'unauthenticated',
    title: 'E-mail address, password or code is wrong',
    fix: 'Try again. If you lost them, ask an administrator to reset the account.',
  },
  sign_in_locked: {
    kind: 'rate-limited',
    title: 'Too many sign-ins failed',
    fix: 'Wait for the seconds in Retry-After.',
  },
  sign_in_insecure: {
    kind: 'forbidden',
    title: 'Console sessions need https',
    fix: 'Set BASE_URL to the https: address of the service, or use the console on this machine only.',
  },
  challenge_expired: {
    kind: 'invalid',
    title: 'The step expired or had too many tries',
    fix: 'Start again.',
  },
  invitation_invalid: {
    kind: 'invalid',
    title: 'The link is no longer valid',
    fix: 'Request a new link. A link works once and for a limited time.',
  },
  invitation_not_found: {
    kind: 'not-found',
    title: 'There is no such open invitation',
    fix: 'Use the id of an invitation that GET /v1/invitations lists.',
  },
  password_refused: {
    kind: 'invalid',
    title: 'The password is too easy to guess',
    fix: 'Choose 12 to 200 characters. A few words that do not belong together are easy to remember. Leave out common words with numbers, your name and your e-mail address.',
  },
  account_exists: {
    kind: 'conflict',
    title: 'An account with this e-mail address exists',
    fix: 'Use that account, or another address.',
  },
  account_not_found: {
    kind: 'not-found',
    title: 'There is no such account',
    fix: 'Use the id of an account that GET /v1/accounts lists.',
  },
  account_last_administrator: {
    kind: 'conflict',
    title: 'The last administrator cannot be removed',
    fix: 'Make another account an administrator first.',
  },
  account_external: {
    kind: 'conflict',
    title: 'Single sign-on manages this account',
    fix: 'Change the account at the issuer. You can disable it here.',
  },
  sso_off: {
    kind: 'not-found',
    title: 'Single sign-on is not configured',
    fix: 'Sign in with password or passkey. Operators: set SSO_ISSUER.',
  },
  sso_unavailable: {
    kind: 'unavailable',
    title: 'The single sign-on issuer does not answer',
    fix: 'Try again later. Operators: check SSO_ISSUER.',
  },
  sso_refused: {
    kind: 'unauthenticated',
    title: 'The issuer did not confirm the sign-in',
    fix: 'Start again. The log names the cause.',
  },
  sso_role_missing: {
    kind: 'forbidden',
    title: 'The issuer gives the person no role',
    fix: 'Add the person to a group at the issuer that SSO_ROLES names.',
  },
  sign_in_not_recent: {
    kind: 'forbidden',
    title: 'The sign-in is too long ago',
    fix: 'Sign out, sign in again, and repeat it within ten minutes.',
  },
  passkeys_many: {
    kind: 'conflict',
    title: 'The account has ten passkeys',
    fix: 'Remove one first.',
  },
  passkey_last: {
    kind: 'conflict',
    title: 'The last passkey is the only way to sign in',
    fix: 'Add another passkey first.',
  },
  passkey_not_found: {
    kind: 'not-found',
    title: 'You have no such passkey',
    fix: 'Use the id of a passkey that GET /v1/session/passkeys lists.',
  },
  session_not_found: {
    kind: 'not-found',
    title: 'You have no such session',
    fix: 'Use the id of a session that GET /v1/sessions lists.',
  },
} satisfies ErrorCatalogue;

export class AccountsError extends errorsOf(accountsErrorCatalogue) {}
