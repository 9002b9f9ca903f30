import type { Tx } from '../platform/db/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { hasAccounts, listAccounts, lockAccount, updateAccount } from './accounts-store.ts';
import { resetAccount } from './change-account.ts';
import { AccountsError } from './errors.ts';
import { hasOpenFirstInvitation, lockFirstInvitation, revokeInvitations } from './invitations-store.ts';
import { type MadeInvitation, makeInvitation } from './invite-account.ts';

/**
 * For the operator: a link by which an administrator can sign in again. Of an account that is named, which is enabled
 * and made an administrator; else of the administrator who signed in last, of a disabled one only where all are; else of
 * a new one. Rejects with `account_not_found`.
 */
export async function recoverAdministrator(deps: AccountsDeps, accountId?: string): Promise<FirstInvitation> {
  const own = (await listAccounts(deps.db, deps.cipher)).filter(({ isExternal }) => !isExternal);
  const lastSignIn = ({ lastSignInAt }: (typeof own)[number]) => lastSignInAt?.getTime() ?? 0;
  const isDisabled = ({ disabledAt }: (typeof own)[number]) => Number(disabledAt !== undefined);
  const administrators = own
    .filter(({ role }) => role === 'administrator')
    .sort((one, other) => isDisabled(one) - isDisabled(other) || lastSignIn(other) - lastSignIn(one));
  const account = accountId === undefined ? administrators[0] : own.find(({ id }) => id === accountId);
  if (account !== undefined) {
    await deps.db.transaction().execute(async (tx) => {
      const locked = (await lockAccount(tx, deps.cipher, account.id)) ?? account;
      await updateAccount(tx, deps.cipher, { ...locked, role: 'administrator', disabledAt: undefined });
    });
    return { ...(await resetAccount(deps, account.id, undefined)), email: account.email };
  }
  if (accountId !== undefined) throw new AccountsError('account_not_found');
  return await deps.db.transaction().execute((tx) => makeFirstInvitation(tx, deps));
}

/** A link for an administrator, and the address that he signs in with unless he gives another one. */
export type FirstInvitation = MadeInvitation & { readonly email: string };

/**
 * Invites the first administrator while there has never been an account and no such link is open; undefined
 * otherwise. Of several processes that start at once, one makes it.
 */
export async function inviteFirstAdministrator(deps: AccountsDeps): Promise<FirstInvitation | undefined> {
  if (await hasAccounts(deps.db)) return undefined;
  return await deps.db.transaction().execute(async (tx) => {
    await lockFirstInvitation(tx);
    if ((await hasAccounts(tx)) || (await hasOpenFirstInvitation(tx, deps.clock.now()))) return undefined;
    return await makeFirstInvitation(tx, deps);
  });
}

async function makeFirstInvitation(tx: Tx, deps: AccountsDeps): Promise<FirstInvitation> {
  // Nobody knows the person's address at the first start.
  const host = new URL(deps.baseUrl).hostname.replace(/[[\]]/g, '');
  const email = `admin@${host}`.replaceAll(':', '-');
  const person = { role: 'administrator', name: 'Administrator', email } as const;
  const made = await makeInvitation(tx, deps, { ...person, purpose: 'first', invitedBy: undefined });
  return { ...made, email };
}

/** Withdraws a link that could not be shown, so that the next start makes another one. */
export async function withdrawFirstInvitation(deps: AccountsDeps): Promise<void> {
  await deps.db.transaction().execute((tx) => revokeInvitations(tx, { purpose: 'first' }, deps.clock.now()));
}
