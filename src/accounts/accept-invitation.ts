import type { AccountsDeps } from './accounts-deps.ts';
import { insertChallenge } from './challenges-store.ts';
import { AccountsError } from './errors.ts';
import { hashPassword } from './hash-password.ts';
import { findOpenInvitation } from './invitations-store.ts';
import { parseEmail, parseName, parsePassword } from './parse-account-fields.ts';
import { createPasskeyEnrolment, type PasskeyCreation } from './passkey-ceremonies.ts';
import { hashSecretCode } from './secret-codes.ts';
import { createTotpSecret, totpUri } from './totp.ts';
import type { AccountLocale, Invitation } from './types.ts';

/** The proof to set up next: an authenticator app beside the password, or a passkey alone. */
export type Enrolment = {
  readonly enrolmentId: string;
  readonly totp?: { readonly secret: string; readonly uri: string };
  readonly passkeyOptions?: PasskeyCreation;
};

export type Acceptance = {
  readonly code: string;
  /** Without one the account is proved by a passkey alone. */
  readonly password?: string;
  readonly name?: string;
  /** Only for the link of the first administrator, whose address nobody knows yet. */
  readonly email?: string;
  readonly locale?: AccountLocale;
};

const enrolmentMs = 15 * 60_000;

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
  const now = deps.clock.now();
  const totpSecret = password === undefined ? undefined : createTotpSecret();
  const passwordHash =
    password === undefined ? undefined : await hashPassword(await parsePassword(password, { name, email }));
  const passkeyOptions =
    password === undefined ? await createPasskeyEnrolment(deps, { name, email }) : undefined;
  const enrolmentId = await insertChallenge(deps.db, deps.cipher, {
    kind: 'enrolment',
    content: {
      ...{ invitationId: invitation.id, name, email, locale },
      ...(passwordHash === undefined ? {} : { passwordHash }),
      ...(totpSecret === undefined ? {} : { totpSecret }),
      ...(passkeyOptions === undefined ? {} : { passkeyChallenge: passkeyOptions.challenge }),
    },
    expiresAt: new Date(now.getTime() + enrolmentMs),
    now,
  });
  return {
    enrolmentId,
    ...(totpSecret === undefined
      ? {}
      : { totp: { secret: totpSecret, uri: totpUri(totpSecret, { issuer: 'Confere', account: email }) } }),
    ...(passkeyOptions === undefined ? {} : { passkeyOptions }),
  };
}
