import type { AccountsDeps } from './accounts-deps.ts';
import { findAccountByEmail } from './accounts-store.ts';
import { insertChallenge } from './challenges-store.ts';
import { AccountsError } from './errors.ts';
import { matchesPassword } from './hash-password.ts';
import { findKnownDevice } from './known-devices.ts';
import { limitTries, takeBackTry } from './limit-tries.ts';
import { parseEmail } from './parse-account-fields.ts';
import { createPasskeyRequest, type PasskeyRequest } from './passkey-ceremonies.ts';
import { listPasskeys } from './passkeys-store.ts';
import { recordSignIn, type SignInSource } from './record-sign-in.ts';

/** A password was right: what has to be shown next. */
export type SecondFactor = {
  readonly challengeId: string;
  readonly methods: readonly ('totp' | 'passkey')[];
  /** The question for the browser, when the account has passkeys. */
  readonly passkeyOptions: PasskeyRequest | undefined;
};

const secondFactorMs = 5 * 60_000;

/**
 * The first step of a sign-in: e-mail address and password. Rejects with `credentials_wrong` after the same work and
 * in the same words whether there is an account or not, and with `sign_in_locked` after too many failures.
 */
export async function signIn(
  deps: AccountsDeps,
  input: { readonly email: string; readonly password: string },
  source: SignInSource,
): Promise<SecondFactor> {
  const email = parseEmail(input.email);
  const account = await findAccountByEmail(deps.db, deps.cipher, deps.indexOf('email', email));
  const refuse = async (error: AccountsError): Promise<never> => {
    // Recorded without an account, too: its absence would show in the time of the answer.
    const event = { action: 'session.refuse', accountId: account?.id, outcome: error.code } as const;
    await recordSignIn(deps, source, event);
    throw error;
  };
  const { network, cookies } = source;
  const device = account && findKnownDevice(deps, cookies, account);
  const tried = { step: 'password', email, network, device } as const;
  await limitTries(deps, tried).catch(refuse);
  const isRight = await matchesPassword(input.password.slice(0, 200), account?.passwordHash);
  if (account === undefined || !isRight || account.disabledAt !== undefined) {
    return await refuse(new AccountsError('credentials_wrong'));
  }
  await takeBackTry(deps, tried);
  const passkeys = await listPasskeys(deps.db, account.id);
  const passkeyOptions = passkeys.length === 0 ? undefined : await createPasskeyRequest(deps, passkeys);
  const now = deps.clock.now();
  const challengeId = await insertChallenge(deps.db, deps.cipher, {
    kind: 'second-factor',
    accountId: account.id,
    content: { passkeyChallenge: passkeyOptions?.challenge },
    expiresAt: new Date(now.getTime() + secondFactorMs),
    now,
  });
  const methods = [
    ...(account.totpSecret === undefined ? [] : (['totp'] as const)),
    ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
  ];
  return { challengeId, methods, passkeyOptions };
}
