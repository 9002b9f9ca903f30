import type { AccountsDeps } from './accounts-deps.ts';
import { lockAccount } from './accounts-store.ts';
import { type BegunSession, beginSession, recordSignIn, type SignInSource } from './begin-session.ts';
import { insertChallenge, takeChallenge, tryChallenge } from './challenges-store.ts';
import { AccountsError } from './errors.ts';
import {
  createPasskeyRequest,
  type PasskeyAnswer,
  type PasskeyRequest,
  verifyPasskeyAnswer,
} from './passkey-ceremonies.ts';
import { notePasskeyUse } from './passkeys-store.ts';

/** The question for a sign-in by a passkey alone. */
export async function askForPasskey(
  deps: AccountsDeps,
): Promise<{ readonly challengeId: string; readonly options: PasskeyRequest }> {
  const options = await createPasskeyRequest(deps);
  const challengeId = await insertChallenge(deps.db, deps.cipher, {
    kind: 'passkey',
    content: { passkeyChallenge: options.challenge },
    now: deps.clock.now(),
  });
  return { challengeId, options };
}

/**
 * Signs in with a passkey, which is possession and a person's own proof in one. Failures of passwords do not lock it:
 * a passkey cannot be guessed. Rejects with `credentials_wrong` or `challenge_expired`.
 */
export async function signInByPasskey(
  deps: AccountsDeps,
  answer: { readonly challengeId: string; readonly passkey: PasskeyAnswer },
  source: SignInSource,
): Promise<BegunSession> {
  const { db, cipher } = deps;
  const now = deps.clock.now();
  const id = answer.challengeId;
  const { content } = await tryChallenge(db, cipher, { id, kind: 'passkey', now });
  const passkey = await verifyPasskeyAnswer(deps, answer.passkey, content.passkeyChallenge);
  if (passkey === undefined) throw new AccountsError('credentials_wrong');
  const begun = await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, cipher, passkey.accountId);
    if (account === undefined || account.disabledAt !== undefined) return undefined;
    if (!(await takeChallenge(tx, id))) return undefined;
    await notePasskeyUse(tx, passkey, now);
    return await beginSession(tx, deps, account, source);
  });
  const event = { accountId: passkey.accountId };
  if (begun === undefined) {
    await recordSignIn(deps, source, { ...event, action: 'session.refuse', outcome: 'credentials_wrong' });
    throw new AccountsError('credentials_wrong');
  }
  await recordSignIn(deps, source, { ...event, action: 'session.begin', outcome: 'done', by: 'account' });
  return begun;
}
