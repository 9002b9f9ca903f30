import type { AccountsDeps } from './accounts-deps.ts';
import { hasAccounts } from './accounts-store.ts';
import { hasOpenFirstInvitation, lockFirstInvitation, revokeInvitations } from './invitations-store.ts';
import { type MadeInvitation, makeInvitation } from './invite-account.ts';

/** A link for the first administrator, and the address that he signs in with unless he gives another one. */
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
    const email = firstEmail(deps.baseUrl);
    const made = await makeInvitation(tx, deps, {
      ...{ purpose: 'first', role: 'administrator', name: 'Administrator', email, invitedBy: undefined },
    });
    return { ...made, email };
  });
}

/** Withdraws a link that could not be shown, so that the next start makes another one. */
export async function withdrawFirstInvitation(deps: AccountsDeps): Promise<void> {
  await deps.db.transaction().execute((tx) => revokeInvitations(tx, { purpose: 'first' }, deps.clock.now()));
}

/** Nobody knows the person's address at the first start. */
export function firstEmail(baseUrl: string): string {
  return `admin@${new URL(baseUrl).hostname.replace(/[[\]]/g, '')}`.replaceAll(':', '-');
}
