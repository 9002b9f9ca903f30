import type { Tx } from '../platform/db/index.ts';
import { createId } from '../platform/ids.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { noteSignIn } from './accounts-store.ts';
import { accountSessionIdKind } from './declarations.ts';
import { createSecretCode, hashSecretCode } from './secret-codes.ts';
import { insertSession } from './sessions-store.ts';
import type { Account, AccountSession, SessionOrigin } from './types.ts';

/** A session that begins, with the secret for its cookie. */
export type BegunSession = {
  readonly account: Account;
  readonly session: AccountSession;
  readonly secret: string;
};

const hourMs = 3_600_000;

/**
 * Begins a session of an account that has proved itself. Its secret is always a new one: what a browser had before
 * the sign-in opens nothing.
 */
export async function beginSession(
  tx: Tx,
  deps: AccountsDeps,
  account: Account,
  origin: SessionOrigin,
): Promise<BegunSession> {
  const now = deps.clock.now();
  const secret = createSecretCode();
  const session: AccountSession = {
    id: createId(accountSessionIdKind, now.getTime()),
    accountId: account.id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + deps.settings.sessionHours * hourMs),
  };
  await insertSession(tx, deps.cipher, {
    ...session,
    tokenHash: hashSecretCode(secret),
    origin: { address: origin.address, userAgent: origin.userAgent?.slice(0, 300) },
  });
  await noteSignIn(tx, account.id, now);
  return { account, session, secret };
}
