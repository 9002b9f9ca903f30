import type { AuditAction } from '../platform/audit/index.ts';
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

/** Where a request of somebody who is not signed in comes from. */
export type SignInSource = {
  readonly address: string;
  /** The network that tries are counted for: an IPv4 address, or 64 bits of IPv6. */
  readonly network: string;
  /** Cookie header. */
  readonly cookies: string | undefined;
  readonly userAgent: string | undefined;
  readonly requestId: string;
};

/** Records what came of a sign-in: by the account when it is proved, otherwise by whoever tried. */
export async function recordSignIn(
  deps: Pick<AccountsDeps, 'audit'>,
  source: SignInSource,
  event: { readonly action: AuditAction; readonly outcome: string } & (
    | { readonly accountId: string; readonly by: 'account' }
    // Undefined where the e-mail address has no account.
    | { readonly accountId: string | undefined; readonly by?: undefined }
  ),
): Promise<void> {
  await deps.audit.record({
    actor: event.by === 'account' ? { kind: 'account', id: event.accountId } : { kind: 'link' },
    action: event.action,
    target: event.accountId,
    source: source.address,
    outcome: event.outcome,
    requestId: source.requestId,
  });
}
