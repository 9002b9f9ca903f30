import type { Tx } from '../platform/db/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { findAccount, insertAccountChange, lockAccount, updateAccount } from './accounts-store.ts';
import { deleteChallengesOf } from './challenges-store.ts';
import { AccountsError } from './errors.ts';
import { revokeInvitations } from './invitations-store.ts';
import { type MadeInvitation, makeInvitation, requireAdministrator } from './invite-account.ts';
import { deletePasskeysOf, listPasskeys } from './passkeys-store.ts';
import { deleteSessionsOf } from './sessions-store.ts';
import type { Account, Role } from './types.ts';

export type AccountChange = { readonly role?: Role; readonly isDisabled?: boolean };

/**
 * Changes the role of an account, or disables it and enables it again. It counts from the next request on, in every
 * process; disabling ends the sessions. The open invitations of an administrator who is one no more end: he could come
 * back by them. Rejects with `account_not_found`, `account_last_administrator`, `account_external`, and `session_ended` as
 * `inviteAccount`.
 */
export async function changeAccount(
  deps: AccountsDeps,
  id: string,
  change: AccountChange,
  changedBy: string | undefined,
): Promise<Account> {
  const now = deps.clock.now();
  return await deps.db.transaction().execute(async (tx) => {
    // First, and in one order: two administrators who demote each other wait here.
    const administrators = await requireAdministrator(tx, changedBy);
    const account = await lockAccount(tx, deps.cipher, id);
    if (account === undefined) throw new AccountsError('account_not_found');
    const role = change.role ?? account.role;
    const isDisabled = change.isDisabled ?? account.disabledAt !== undefined;
    if (role !== account.role && account.isExternal) throw new AccountsError('account_external');
    const isLeaving = administrators.includes(id) && (isDisabled || role !== 'administrator');
    const others = administrators.filter((one) => one !== id);
    if (isLeaving && !(await canAnySignIn(tx, deps, others))) {
      throw new AccountsError('account_last_administrator');
    }
    const changed = { ...account, role, disabledAt: isDisabled ? (account.disabledAt ?? now) : undefined };
    await updateAccount(tx, deps.cipher, changed);
    if (isLeaving) await revokeInvitations(tx, { invitedBy: id }, now);
    if (isDisabled) {
      await deleteSessionsOf(tx, id);
      await deleteChallengesOf(tx, id);
    }
    if (changedBy !== undefined && role !== account.role) {
      await insertAccountChange(tx, { accountId: id, changedBy, kind: 'role', at: now });
    }
    return changed;
  });
}

/** False when each of the accounts was reset and has nothing yet to be proved by. */
async function canAnySignIn(tx: Tx, { cipher }: AccountsDeps, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) {
    const account = await findAccount(tx, cipher, id);
    if (account?.isExternal || account?.passwordHash !== undefined) return true;
    if ((await listPasskeys(tx, id)).length > 0) return true;
  }
  return false;
}

/**
 * Takes away everything that an account is proved by, ends its sessions, and makes a link to set it up anew. Role and
 * history stay. Rejects with `account_not_found`, `account_external`, and `session_ended` as `inviteAccount`.
 */
export async function resetAccount(
  deps: AccountsDeps,
  id: string,
  resetBy: string | undefined,
): Promise<MadeInvitation> {
  return await deps.db.transaction().execute(async (tx) => {
    await requireAdministrator(tx, resetBy);
    const account = await lockAccount(tx, deps.cipher, id);
    if (account === undefined || account.disabledAt !== undefined) {
      throw new AccountsError('account_not_found');
    }
    if (account.isExternal) throw new AccountsError('account_external');
    const { name, email, role } = account;
    await updateAccount(tx, deps.cipher, { ...account, passwordHash: undefined, totpSecret: undefined });
    await deletePasskeysOf(tx, id);
    await deleteSessionsOf(tx, id);
    await deleteChallengesOf(tx, id);
    if (resetBy !== undefined) {
      const at = deps.clock.now();
      await insertAccountChange(tx, { accountId: id, changedBy: resetBy, kind: 'reset', at });
    }
    const invitation = { role, name, email, accountId: id, invitedBy: resetBy };
    return await makeInvitation(tx, deps, { ...invitation, purpose: 'reset' });
  });
}
