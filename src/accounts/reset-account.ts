import { createUuidV7 } from '../platform/ids.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { insertAccountChange, lockAccount, updateAccount } from './accounts-store.ts';
import { deleteChallengesOf } from './challenges-store.ts';
import { AccountsError } from './errors.ts';
import { type MadeInvitation, makeInvitation } from './invite-account.ts';
import { deletePasskeysOf } from './passkeys-store.ts';
import { deleteSessionsOf } from './sessions-store.ts';

/**
 * Takes away everything that an account is proved by, ends its sessions, and makes a link to set it up anew. Role and
 * history stay. Rejects with `account_not_found` and `account_external`.
 */
export async function resetAccount(
  deps: AccountsDeps,
  id: string,
  resetBy: string | undefined,
): Promise<MadeInvitation> {
  return await deps.db.transaction().execute(async (tx) => {
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
      await insertAccountChange(tx, {
        ...{ id: createUuidV7(), accountId: id, changedBy: resetBy, kind: 'reset', at },
      });
    }
    return await makeInvitation(tx, deps, {
      ...{ purpose: 'reset', role, name, email, accountId: id, invitedBy: resetBy },
    });
  });
}
