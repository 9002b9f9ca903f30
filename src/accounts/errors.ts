import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code of accounts. */
export const accountsErrorCatalogue = {
  credentials_wrong: {
    kind: 'unauthenticated',
    title: 'E-mail address, password or code is wrong',
    fix: 'Try again. Ask an administrator to reset the account when they are lost.',
  },
  sign_in_locked: {
    kind: 'rate-limited',
    title: 'Too many sign-ins failed',
    fix: 'Wait for the seconds in Retry-After.',
  },
  sign_in_insecure: {
    kind: 'forbidden',
    title: 'Sessions need https here',
    fix: 'Set BASE_URL to the https: address of the service, or use it on this machine only.',
  },
  challenge_expired: {
    kind: 'invalid',
    title: 'The step was open for too long, or was tried too often',
    fix: 'Begin again.',
  },
  invitation_invalid: {
    kind: 'invalid',
    title: 'The link is not valid any more',
    fix: 'Ask for another one. A link works once and for a limited time.',
  },
  invitation_not_found: {
    kind: 'not-found',
    title: 'There is no such open invitation',
    fix: 'Use the id of an invitation that GET /v1/invitations lists.',
  },
  password_refused: {
    kind: 'invalid',
    title: 'The password cannot be used',
    fix: 'Choose one of 12 to 200 characters that does not contain the e-mail address.',
  },
  account_invalid: {
    kind: 'invalid',
    title: 'Name or e-mail address cannot be used',
    fix: 'Send a name of 1 to 100 characters and one e-mail address.',
  },
  account_exists: {
    kind: 'conflict',
    title: 'There is an account with this e-mail address',
    fix: 'Use that account, or another address.',
  },
  account_not_found: {
    kind: 'not-found',
    title: 'There is no such account',
    fix: 'Use the id of an account that GET /v1/accounts lists.',
  },
  account_last_administrator: {
    kind: 'conflict',
    title: 'The last administrator stays',
    fix: 'Make another account an administrator first.',
  },
  account_external: {
    kind: 'conflict',
    title: 'The account belongs to single sign-on',
    fix: 'Change it at the issuer. It can be disabled here.',
  },
  sso_off: {
    kind: 'not-found',
    title: 'There is no single sign-on here',
    fix: 'Sign in with password or passkey, or set SSO_ISSUER.',
  },
  sso_unavailable: {
    kind: 'unavailable',
    title: 'The issuer of single sign-on does not answer',
    fix: 'Try again later. The operator checks SSO_ISSUER.',
  },
  sso_refused: {
    kind: 'unauthenticated',
    title: 'The issuer did not confirm the sign-in',
    fix: 'Begin again. The log names the cause.',
  },
  sso_role_missing: {
    kind: 'forbidden',
    title: 'The issuer gives the person no role here',
    fix: 'Add the person to a group there that SSO_ROLES names.',
  },
  session_not_found: {
    kind: 'not-found',
    title: 'You have no such session',
    fix: 'Use the id of a session that GET /v1/sessions lists.',
  },
} satisfies ErrorCatalogue;

export type AccountsErrorCode = keyof typeof accountsErrorCatalogue;

/** An outcome of accounts that the caller can act on. */
export class AccountsError extends AppError {
  constructor(code: AccountsErrorCode, options?: AppErrorOptions) {
    super(code, accountsErrorCatalogue[code], options);
  }
}
