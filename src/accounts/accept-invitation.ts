import { isUniqueViolation, type Tx } from '../platform/db/index.ts';
import { createId } from '../platform/ids.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import {
  insertAccount,
  insertAccountChange,
  lockAccount,
  updateAccount,
  useTotpStep,
} from './accounts-store.ts';
import { type BegunSession, beginSession, recordSignIn, type SignInSource } from './begin-session.ts';
import { type ChallengeContents, insertChallenge, takeChallenge, tryChallenge } from './challenges-store.ts';
import { accountIdKind } from './declarations.ts';
import { AccountsError } from './errors.ts';
import { hashPassword } from './hash-password.ts';
import { findOpenInvitation, lockInvitation, revokeInvitations, useInvitation } from './invitations-store.ts';
import { parseEmail, parseName, parsePassword } from './parse-account-fields.ts';
import {
  createPasskeyEnrolment,
  type PasskeyCreation,
  type PasskeyProof,
  verifyPasskeyEnrolment,
} from './passkey-ceremonies.ts';
import { insertPasskey } from './passkeys-store.ts';
import { hashSecretCode } from './secret-codes.ts';
import { deleteSessionsOf } from './sessions-store.ts';
import { createTotpSecret, findTotpStep, totpUri } from './totp.ts';
import type { Account, AccountLocale, Invitation } from './types.ts';

/** The proof to set up next: an authenticator app beside the password, or a passkey alone. */
export type Enrolment = {
  readonly enrolmentId: string;
  readonly totp: { readonly secret: string; readonly uri: string } | undefined;
  readonly passkeyOptions: PasskeyCreation | undefined;
};

type Acceptance = {
  readonly code: string;
  /** Without one the account is proved by a passkey alone. */
  readonly password?: string;
  readonly name?: string;
  /** Only for the link of the first administrator, whose address nobody knows yet. */
  readonly email?: string;
  readonly locale?: AccountLocale;
};

/** The open invitation of a code. Rejects with `invitation_invalid`. */
export async function openInvitation(deps: AccountsDeps, code: string): Promise<Invitation> {
  const invitation = await findOpenInvitation(deps.db, deps.cipher, hashSecretCode(code), deps.clock.now());
  if (invitation === undefined) throw new AccountsError('invitation_invalid');
  return invitation;
}

/**
 * The first step of making an account, or of setting one up anew. Nothing of the account changes before
 * `confirmInvitation`. Rejects with `invitation_invalid`, `password_refused` and `request_invalid`.
 */
export async function acceptInvitation(deps: AccountsDeps, acceptance: Acceptance): Promise<Enrolment> {
  const invitation = await openInvitation(deps, acceptance.code);
  const isFirst = invitation.purpose === 'first';
  const email = isFirst && acceptance.email !== undefined ? parseEmail(acceptance.email) : invitation.email;
  const name = acceptance.name === undefined ? invitation.name : parseName(acceptance.name);
  const { password, locale = 'pt-BR' } = acceptance;
  const totpSecret = password === undefined ? undefined : createTotpSecret();
  const passwordHash =
    password === undefined ? undefined : await hashPassword(await parsePassword(password, { name, email }));
  const passkeyOptions =
    password === undefined ? await createPasskeyEnrolment(deps, { name, email }) : undefined;
  const enrolmentId = await insertChallenge(deps.db, deps.cipher, {
    kind: 'enrolment',
    accountId: invitation.accountId,
    content: {
      invitationId: invitation.id,
      name,
      email,
      locale,
      passwordHash,
      totpSecret,
      passkeyChallenge: passkeyOptions?.challenge,
    },
    now: deps.clock.now(),
  });
  return {
    enrolmentId,
    totp:
      totpSecret === undefined
        ? undefined
        : { secret: totpSecret, uri: totpUri(totpSecret, { issuer: 'Confere', account: email }) },
    passkeyOptions,
  };
}

/** A sign that the proof was set up: a code of the app, or the passkey that was made. */
export type EnrolmentProof = {
  readonly enrolmentId: string;
  readonly code?: string;
  readonly passkey?: PasskeyProof | undefined;
};

/**
 * Makes the account of an invitation, or sets one up anew after a reset, and signs in. The link is used from then on.
 * Rejects with `credentials_wrong`, `challenge_expired`, `invitation_invalid` and `account_exists`.
 */
export async function confirmInvitation(
  deps: AccountsDeps,
  proof: EnrolmentProof,
  source: SignInSource,
): Promise<BegunSession> {
  const { db, cipher, clock } = deps;
  const now = clock.now();
  const id = proof.enrolmentId;
  const { accountId: resetId, content } = await tryChallenge(db, cipher, { id, kind: 'enrolment', now });
  const step =
    content.totpSecret === undefined ? undefined : findTotpStep(content.totpSecret, proof.code ?? '', now);
  const passkey =
    content.passkeyChallenge === undefined || proof.passkey === undefined
      ? undefined
      : await verifyPasskeyEnrolment(deps, proof.passkey, content.passkeyChallenge);
  if (step === undefined && passkey === undefined) throw new AccountsError('credentials_wrong');
  const { begun, isNew } = await db
    .transaction()
    .execute(async (tx) => {
      // The account comes before its invitation, as where another reset ends that.
      if (resetId !== undefined) await lockAccount(tx, cipher, resetId);
      if (!(await takeChallenge(tx, id))) throw new AccountsError('challenge_expired');
      const invitation = await lockInvitation(tx, cipher, content.invitationId);
      if (invitation === undefined || !(await useInvitation(tx, invitation.id, now))) {
        throw new AccountsError('invitation_invalid');
      }
      const account = await settleAccount(tx, deps, invitation, content, now);
      if (step !== undefined) await useTotpStep(tx, account.id, step);
      if (passkey !== undefined)
        await insertPasskey(tx, deps.rows, { ...passkey, accountId: account.id }, now);
      // The first administrator is there now: other links for one end.
      if (invitation.purpose === 'first') await revokeInvitations(tx, { purpose: 'first' }, now);
      return {
        begun: await beginSession(tx, deps, account, source),
        isNew: invitation.accountId === undefined,
      };
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new AccountsError('account_exists', { cause: error });
      throw error;
    });
  const accountId = begun.account.id;
  await recordSignIn(deps, source, {
    accountId,
    outcome: 'done',
    by: 'account',
    ...(isNew ? { action: 'account.create' } : { action: 'account.renew' }),
  });
  await recordSignIn(deps, source, { action: 'session.begin', accountId, outcome: 'done', by: 'account' });
  return begun;
}

/** The account of the invitation: a new one, or the one that was reset with nothing left of its earlier proofs. */
async function settleAccount(
  tx: Tx,
  deps: AccountsDeps,
  invitation: Invitation,
  content: ChallengeContents['enrolment'],
  now: Date,
): Promise<Account> {
  const { name, email, locale, passwordHash, totpSecret } = content;
  const note = async (accountId: string, kind: 'invited' | 'reset') => {
    const { invitedBy } = invitation;
    if (invitedBy === undefined) return;
    await insertAccountChange(tx, { accountId, changedBy: invitedBy, kind, at: now });
  };
  if (invitation.accountId !== undefined) {
    const account = await lockAccount(tx, deps.cipher, invitation.accountId);
    if (account === undefined || account.disabledAt !== undefined) {
      throw new AccountsError('invitation_invalid');
    }
    const renewed = { ...account, name, locale, passwordHash, totpSecret };
    await updateAccount(tx, deps.cipher, renewed);
    await deleteSessionsOf(tx, account.id);
    await note(account.id, 'reset');
    return renewed;
  }
  const account: Account = {
    id: createId(accountIdKind, now.getTime()),
    role: invitation.role,
    locale,
    name,
    email,
    passwordHash,
    totpSecret,
    isExternal: false,
    createdAt: now,
    disabledAt: undefined,
    lastSignInAt: undefined,
  };
  await insertAccount(tx, deps.cipher, { ...account, emailIndex: deps.indexOf('email', email) });
  await note(account.id, 'invited');
  return account;
}
