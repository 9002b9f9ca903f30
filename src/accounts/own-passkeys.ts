import { isUniqueViolation } from '../platform/db/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { lockAccount } from './accounts-store.ts';
import { insertChallenge, takeChallenge, tryChallenge } from './challenges-store.ts';
import { AccountsError } from './errors.ts';
import {
  createPasskeyEnrolment,
  type PasskeyCreation,
  type PasskeyProof,
  verifyPasskeyEnrolment,
} from './passkey-ceremonies.ts';
import { deletePasskey, insertPasskey, listPasskeys } from './passkeys-store.ts';
import { findSession } from './sessions-store.ts';
import type { Account } from './types.ts';

/** Passkeys of one account at most. */
export const mostPasskeys = 10;
/** Age of a session at most that may add or remove a passkey: whoever finds a screen unlocked changes no way in. */
const recentMs = 10 * 60_000;

/** Whoever is signed in, by the session that asks. */
type Owner = { readonly id: string; readonly sessionId: string };

/**
 * Asks the browser of whoever is signed in to make a passkey. Rejects with `sign_in_not_recent`, `account_external` and
 * `passkeys_many`.
 */
export async function askForNewPasskey(
  deps: AccountsDeps,
  owner: Owner,
): Promise<{ readonly challengeId: string; readonly options: PasskeyCreation }> {
  const { db, cipher, clock } = deps;
  await requireRecentSignIn(deps, owner);
  return await db.transaction().execute(async (tx) => {
    const account = refuseExternal(await lockAccount(tx, cipher, owner.id));
    const existing = await listPasskeys(tx, owner.id);
    if (existing.length >= mostPasskeys) throw new AccountsError('passkeys_many');
    const options = await createPasskeyEnrolment(deps, account, existing);
    const challengeId = await insertChallenge(tx, cipher, {
      kind: 'new-passkey',
      accountId: owner.id,
      content: { passkeyChallenge: options.challenge },
      now: clock.now(),
    });
    return { challengeId, options };
  });
}

/**
 * Adds the passkey that the browser made, under the name that its person gives it. It signs in alone from then on. Rejects
 * with `challenge_expired`, `credentials_wrong`, `account_external` and `passkeys_many`.
 */
export async function addPasskey(
  deps: AccountsDeps,
  owner: Owner,
  made: { readonly challengeId: string; readonly passkey: PasskeyProof; readonly name: string },
): Promise<{ readonly id: string; readonly createdAt: Date }> {
  const { db, cipher } = deps;
  const now = deps.clock.now();
  const id = made.challengeId;
  const { accountId, content } = await tryChallenge(db, cipher, { id, kind: 'new-passkey', now });
  if (accountId !== owner.id) throw new AccountsError('challenge_expired');
  const passkey = await verifyPasskeyEnrolment(deps, made.passkey, content.passkeyChallenge);
  if (passkey === undefined) throw new AccountsError('credentials_wrong');
  await db
    .transaction()
    .execute(async (tx) => {
      refuseExternal(await lockAccount(tx, cipher, owner.id));
      if (!(await takeChallenge(tx, id))) throw new AccountsError('challenge_expired');
      if ((await listPasskeys(tx, owner.id)).length >= mostPasskeys) throw new AccountsError('passkeys_many');
      await insertPasskey(tx, deps.rows, { ...passkey, accountId: owner.id, name: made.name }, now);
    })
    .catch((error: unknown) => {
      // The same device twice, or one of another account: to this person it made none.
      if (isUniqueViolation(error)) throw new AccountsError('credentials_wrong', { cause: error });
      throw error;
    });
  return { id: passkey.id, createdAt: now };
}

/**
 * Removes a passkey of whoever is signed in. Rejects with `sign_in_not_recent`, `passkey_not_found`, and `passkey_last`
 * without a password.
 */
export async function removePasskey(deps: AccountsDeps, owner: Owner, passkeyId: string): Promise<void> {
  await requireRecentSignIn(deps, owner);
  await deps.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, deps.cipher, owner.id);
    const existing = await listPasskeys(tx, owner.id);
    if (!existing.some(({ id }) => id === passkeyId)) throw new AccountsError('passkey_not_found');
    if (existing.length === 1 && account?.passwordHash === undefined) throw new AccountsError('passkey_last');
    await deletePasskey(tx, owner.id, passkeyId);
  });
}

async function requireRecentSignIn({ db, clock }: AccountsDeps, { sessionId }: Owner): Promise<void> {
  const session = await findSession(db, sessionId);
  if (session === undefined || clock.now().getTime() - session.createdAt.getTime() > recentMs) {
    throw new AccountsError('sign_in_not_recent');
  }
}

/** The account, unless single sign-on manages it: a passkey would outlive what the issuer takes away. */
function refuseExternal(account: Account | undefined): Account {
  if (account === undefined || account.disabledAt !== undefined) throw new AccountsError('session_not_found');
  if (account.isExternal) throw new AccountsError('account_external');
  return account;
}
