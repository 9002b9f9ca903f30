import type { AccountsDeps } from './accounts-deps.ts';
import { findAccount, findAccountByEmail, lockAccount, useTotpStep } from './accounts-store.ts';
import { type BegunSession, beginSession, recordSignIn, type SignInSource } from './begin-session.ts';
import { insertChallenge, takeChallenge, tryChallenge } from './challenges-store.ts';
import { AccountsError } from './errors.ts';
import { countTry, forgetTries, takeTryBack } from './failures-store.ts';
import { matchesPassword } from './hash-password.ts';
import { findKnownDevice } from './known-devices.ts';
import { parseEmail } from './parse-account-fields.ts';
import {
  createPasskeyRequest,
  type PasskeyAnswer,
  type PasskeyRequest,
  verifyPasskeyAnswer,
} from './passkey-ceremonies.ts';
import { listPasskeys, notePasskeyUse } from './passkeys-store.ts';
import { findTotpStep } from './totp.ts';

/** A password was right: what has to be shown next. */
export type SecondFactor = {
  readonly challengeId: string;
  readonly methods: readonly ('totp' | 'passkey')[];
  /** The question for the browser, when the account has passkeys. */
  readonly passkeyOptions: PasskeyRequest | undefined;
};

/**
 * The first step of a sign-in: e-mail address and password. Rejects with `credentials_wrong` after the same work and
 * in the same words whether there is an account or not, with `sign_in_locked` after too many failures, and with
 * `sign_in_busy`.
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
  const tries = countersOf(deps, { step: 'password', email, network, device });
  await limitTries(deps, tries).catch(refuse);
  const isRight = await matchesPassword(input.password.slice(0, 200), account?.passwordHash).catch(
    async (error: unknown) => {
      // Nobody looked at the password.
      for (const { key } of [tries.own, ...tries.shared]) await takeTryBack(deps.db, key);
      throw error;
    },
  );
  if (account === undefined || !isRight || account.disabledAt !== undefined) {
    return await refuse(new AccountsError('credentials_wrong'));
  }
  await takeBackTry(deps, tries);
  const passkeys = await listPasskeys(deps.db, account.id);
  const passkeyOptions = passkeys.length === 0 ? undefined : await createPasskeyRequest(deps, passkeys);
  const challengeId = await insertChallenge(deps.db, deps.cipher, {
    kind: 'second-factor',
    accountId: account.id,
    content: { passkeyChallenge: passkeyOptions?.challenge },
    now: deps.clock.now(),
  });
  const methods = [
    ...(account.totpSecret === undefined ? [] : (['totp'] as const)),
    ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
  ];
  return { challengeId, methods, passkeyOptions };
}

/** The second step of a sign-in: a code of the authenticator app, or the answer of a passkey. */
export type SecondFactorProof = {
  readonly challengeId: string;
  readonly code?: string;
  readonly passkey?: PasskeyAnswer | undefined;
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
  const { accountId, content } = await tryChallenge(db, cipher, { id, kind: 'second-factor', now });
  const account = accountId === undefined ? undefined : await findAccount(db, cipher, accountId);
  if (account === undefined) throw new AccountsError('challenge_expired');
  const { network, cookies } = source;
  const device = findKnownDevice(deps, cookies, account);
  const tries = countersOf(deps, { step: 'code', email: account.email, network, device });
  const refuse = async (error: unknown): Promise<never> => {
    const outcome = error instanceof AccountsError ? error.code : 'internal_error';
    await recordSignIn(deps, source, { action: 'session.refuse', accountId: account.id, outcome });
    throw error;
  };
  await limitTries(deps, tries).catch(refuse);
  const step =
    account.totpSecret === undefined ? undefined : findTotpStep(account.totpSecret, proof.code ?? '', now);
  const { passkeyChallenge } = content;
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
          // After a code that was used before, the next one goes on with the same step.
          const isFresh = isPasskey || (step !== undefined && (await useTotpStep(tx, account.id, step)));
          if (!isFresh || !(await takeChallenge(tx, id))) return undefined;
          if (isPasskey) await notePasskeyUse(tx, passkey, now);
          return await beginSession(tx, deps, current, source);
        });
  if (begun === undefined) return await refuse(new AccountsError('credentials_wrong'));
  await takeBackTry(deps, tries);
  // The failures of strangers stay.
  await forgetTries(db, tries.own.key);
  await recordSignIn(deps, source, {
    action: 'session.begin',
    accountId: account.id,
    outcome: 'done',
    by: 'account',
  });
  return begun;
}

const windowMs = 15 * 60_000;

type Deps = Pick<AccountsDeps, 'db' | 'clock' | 'settings' | 'indexOf'>;

/** A step of a sign-in to one e-mail address, which may have no account, and its origin. */
type Tried = {
  readonly step: 'password' | 'code';
  readonly email: string;
  /** The network of the address: an IPv4 address, or 64 bits of IPv6. */
  readonly network: string;
  /** A browser that the account signed in with before. */
  readonly device: string | undefined;
};

type Counter = { readonly key: Uint8Array; readonly most: number };
type Counters = { readonly own: Counter; readonly shared: readonly Counter[] };

/**
 * Counts a try to sign in, before it is judged. Rejects with `sign_in_locked` where it is too many.
 *
 * Nobody can use up the tries of somebody else: a known device counts alone. Strangers count for their network, and
 * for the e-mail address from there. What they fail from everywhere is bounded as well, and then locks strangers only.
 */
async function limitTries(deps: Deps, { own, shared }: Counters): Promise<void> {
  const now = deps.clock.now();
  for (const { key, most } of [own, ...shared]) {
    const { count, windowEndsAt } = await countTry(deps.db, key, { now, windowMs });
    if (count <= most) continue;
    const retryAfterSeconds = Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000));
    throw new AccountsError('sign_in_locked', { retryAfterSeconds });
  }
}

/** Takes back a try that was right, from the counts that it shares with others. */
async function takeBackTry({ db }: Deps, { shared }: Counters): Promise<void> {
  for (const { key } of shared) await takeTryBack(db, key);
}

function countersOf({ settings, indexOf }: Deps, { step, email, network, device }: Tried): Counters {
  const most = settings.lockAfterFailures;
  if (device !== undefined) return { own: { key: indexOf('device-tries', device), most }, shared: [] };
  return {
    own: { key: indexOf('address', `${network} ${email}`), most },
    shared: [
      { key: indexOf('address', network), most: 10 * most },
      // A code is tried by somebody who has the password: strangers cannot use these up.
      { key: indexOf('email', `${step} ${email}`), most: step === 'code' ? most : 10 * most },
    ],
  };
}
