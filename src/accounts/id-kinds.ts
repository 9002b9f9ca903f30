import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of accounts. */
export const accountIdKind = defineIdKind('acc');
/** Identifiers of what a sign-in waits for. */
export const accountChallengeIdKind = defineIdKind('chg');
/** Identifiers of invitations. */
export const accountInvitationIdKind = defineIdKind('inv');
/** Identifiers of sessions of the console. */
export const accountSessionIdKind = defineIdKind('ses');
