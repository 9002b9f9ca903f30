import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';

/** Name, e-mail address and the authenticator's secret of an account. */
export const sealedAccount = defineSealedColumns('accounts', { prefix: 'account' });

/** Device and address of a session. */
export const sealedSession = defineSealedColumns('account_sessions', { prefix: 'account-session' });

/** Name and e-mail address of a person who is invited. */
export const sealedInvitation = defineSealedColumns('account_invitations', { prefix: 'account-invitation' });

/** The content of a sign-in or an enrolment that waits. */
export const sealedChallenge = defineSealedColumns('account_challenges', { prefix: 'account-challenge' });

/** The tables of this domain whose rows hold sealed keys. */
export const accountsSealedTables: readonly SealedTable[] = [
  sealedAccount,
  sealedSession,
  sealedInvitation,
  sealedChallenge,
];
