import type { AccountsDeps } from './accounts-deps.ts';
import { listAccounts, lockAccount, updateAccount } from './accounts-store.ts';
import { AccountsError } from './errors.ts';
import { type MadeInvitation, makeInvitation } from './invite-account.ts';
import { firstEmail } from './invite-first-administrator.ts';
import { resetAccount } from './reset-account.ts';

/**
 * For the operator: a link by which an administrator can sign in again. Of an account that is named, which is enabled
 * and made an administrator; else of the administrator who signed in last; else of a new one. Rejects with
 * `account_not_found`.
 */
export async function recoverAdministrator(
  deps: AccountsDeps,
  accountId?: string,
): Promise<MadeInvitation & { readonly email: string }> {
  const own = (await listAccounts(deps.db, deps.cipher)).filter(({ isExternal }) => !isExternal);
  const lastSignIn = ({ lastSignInAt }: (typeof own)[number]) => lastSignInAt?.getTime() ?? 0;
  const administrators = own
    .filter(({ role }) => role === 'administrator')
    .sort((one, other) => lastSignIn(other) - lastSignIn(one));
  const account = accountId === undefined ? administrators[0] : own.find(({ id }) => id === accountId);
  if (account !== undefined) {
    await deps.db.transaction().execute(async (tx) => {
      const locked = (await lockAccount(tx, deps.cipher, account.id)) ?? account;
      await updateAccount(tx, deps.cipher, { ...locked, role: 'administrator', disabledAt: undefined });
    });
    return { ...(await resetAccount(deps, account.id, undefined)), email: account.email };
  }
  if (accountId !== undefined) throw new AccountsError('account_not_found');
  const email = firstEmail(deps.baseUrl);
  const made = await deps.db.transaction().execute((tx) =>
    makeInvitation(tx, deps, {
      ...{ purpose: 'first', role: 'administrator', name: 'Administrator', email, invitedBy: undefined },
    }),
  );
  return { ...made, email };
}
