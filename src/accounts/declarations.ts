import type { AuditActions } from '../platform/audit/index.ts';
import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';
import { defineIdKind } from '../platform/ids.ts';

export const accountAuditActions = {
  'account.change': { meaning: 'role or state of an account was changed', target: 'account' },
  'account.create': { meaning: 'a person made an account from an invitation', target: 'account' },
  'account.invite': { meaning: 'a person was invited', target: 'invitation' },
  'account.list': { meaning: 'accounts or invitations were listed' },
  'account.renew': { meaning: 'a person set up an account anew after a reset', target: 'account' },
  'account.reset': { meaning: 'an account was reset', target: 'account' },
  'account.uninvite': { meaning: 'an invitation was withdrawn', target: 'invitation' },
  'passkey.add': { meaning: 'a passkey was added to the own account', target: 'account' },
  'passkey.list': { meaning: 'the own passkeys were listed' },
  'passkey.remove': { meaning: 'a passkey of the own account was removed', target: 'account' },
  'session.begin': { meaning: 'a person signed in', target: 'account' },
  'session.end': { meaning: 'a session of the console was ended', target: 'session' },
  'session.list': { meaning: 'sessions of the own account were listed, or of the one that is the target' },
  'session.refuse': {
    meaning: 'a sign-in failed; the outcome says how',
    target: 'account; none when the e-mail address has no account',
  },
  'operator.accounts/disable': { meaning: 'an account was disabled' },
  'operator.accounts/invite': { meaning: 'a person was invited' },
  'operator.accounts/recover': { meaning: 'a link was made by which an administrator can sign in again' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof accountAuditActions, object> {}
}

export const accountIdKind = defineIdKind('acc');
export const accountChallengeIdKind = defineIdKind('chg');
export const accountInvitationIdKind = defineIdKind('inv');
export const accountSessionIdKind = defineIdKind('ses');

export const sealedAccount = defineSealedColumns('accounts', { prefix: 'account' });

export const sealedSession = defineSealedColumns('account_sessions', { prefix: 'account-session' });

export const sealedInvitation = defineSealedColumns('account_invitations', { prefix: 'account-invitation' });

export const sealedChallenge = defineSealedColumns('account_challenges', { prefix: 'account-challenge' });

export const accountsSealedTables: readonly SealedTable[] = [
  sealedAccount,
  sealedSession,
  sealedInvitation,
  sealedChallenge,
];
