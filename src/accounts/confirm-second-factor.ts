import type { AccountsDeps } from './accounts-deps.ts';
import { findAccount, lockAccount, useTotpStep } from './accounts-store.ts';
import { type BegunSession, beginSession } from './begin-session.ts';
import { takeChallenge, tryChallenge } from './challenges-store.ts';
import { AccountsError } from './errors.ts';
import { findKnownDevice } from './known-devices.ts';
import { forgiveTries, limitTries } from './limit-tries.ts';
import { type PasskeyAnswer, verifyPasskeyAnswer } from './passkey-ceremonies.ts';
import { notePasskeyUse } from './passkeys-store.ts';
import { recordSignIn, type SignInSource } from './record-sign-in.ts';
import { findTotpStep } from './totp.ts';

/** The second step of a sign-in: a code of the authenticator app, or the answer of a passkey. */
export type SecondFactorProof = {
  readonly challengeId: string;
  readonly code?: string;
  readonly passkey?: PasskeyAnswer;
};

/**
 * Ends a sign-in and begins the session. A code works once. Rejects with `credentials_wrong`, `challenge_expired` or
 * `sign_in_locked`.
 */
export async function confirmSecondFactor(
  deps: AccountsDeps,
  proof: SecondFactorProof,
  source: SignInSource,
): Promise<BegunSession> {
  const { db, cipher, clock } = deps;
  const now = clock.now();
  const id = proof.challengeId;
  const challenge = await tryChallenge(db, cipher, { id, kind: 'second-factor', now });
  const account =
    challenge?.accountId === undefined ? undefined : await findAccount(db, cipher, challenge.accountId);
  if (challenge === undefined || account === undefined) throw new AccountsError('challenge_expired');
  const { network, cookies } = source;
  const device = findKnownDevice(deps, cookies, account);
  const tried = { step: 'code', email: account.email, network, device } as const;
  const refuse = async (error: unknown): Promise<never> => {
    const outcome = error instanceof AccountsError ? error.code : 'internal_error';
    await recordSignIn(deps, source, { action: 'session.refuse', accountId: account.id, outcome });
    throw error;
  };
  await limitTries(deps, tried).catch(refuse);
  const step =
    account.totpSecret === undefined ? undefined : findTotpStep(account.totpSecret, proof.code ?? '', now);
  const { passkeyChallenge } = challenge.content;
  const passkey =
    proof.passkey === undefined || passkeyChallenge === undefined
      ? undefined
      : await verifyPasskeyAnswer(deps, proof.passkey, passkeyChallenge);
  const isPasskey = passkey !== undefined && passkey.accountId === account.id;
  const begun =
    step === undefined && !isPasskey
      ? undefined
      : await db.transaction().execute(async (tx) => {
          // Again under a lock: the account may have been disabled or reset meanwhile.
          const current = await lockAccount(tx, cipher, account.id);
          if (current === undefined || current.disabledAt !== undefined) return undefined;
          if (!(await takeChallenge(tx, id))) return undefined;
          if (isPasskey) await notePasskeyUse(tx, passkey, now);
          else if (step === undefined || !(await useTotpStep(tx, account.id, step))) return undefined;
          return await beginSession(tx, deps, current, source);
        });
  if (begun === undefined) return await refuse(new AccountsError('credentials_wrong'));
  await forgiveTries(deps, tried);
  await recordSignIn(deps, source, {
    ...{ action: 'session.begin', accountId: account.id, outcome: 'done', by: 'account' },
  });
  return begun;
}
