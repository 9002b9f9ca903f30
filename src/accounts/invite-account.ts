import type { Tx } from '../platform/db/index.ts';
import { createId } from '../platform/ids.ts';
import { TokenError } from '../platform/tokens/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { findAccountByEmail, lockAdministrators } from './accounts-store.ts';
import { accountInvitationIdKind } from './declarations.ts';
import { AccountsError } from './errors.ts';
import { insertInvitation, revokeInvitations } from './invitations-store.ts';
import { parseEmail, parseName } from './parse-account-fields.ts';
import { createSecretCode, hashSecretCode } from './secret-codes.ts';
import { hasSession } from './sessions-store.ts';
import type { Invitation, Role } from './types.ts';

/** An invitation with its link, shown this once. */
export type MadeInvitation = { readonly id: string; readonly link: string; readonly expiresAt: Date };

const invitationMs = 72 * 3_600_000;

/**
 * Invites a person; the link is for the inviter to hand over. An earlier open invitation to the address ends.
 * Rejects with `account_exists`, `request_invalid`, and `session_ended` for an inviter who is no administrator any more.
 */
export async function inviteAccount(
  deps: AccountsDeps,
  person: { readonly email: string; readonly name: string; readonly role: Role },
  invitedBy: string | undefined,
): Promise<MadeInvitation> {
  const email = parseEmail(person.email);
  const name = parseName(person.name);
  return await deps.db.transaction().execute(async (tx) => {
    await requireAdministrator(tx, invitedBy);
    if ((await findAccountByEmail(tx, deps.cipher, deps.indexOf('email', email))) !== undefined) {
      throw new AccountsError('account_exists');
    }
    const { role } = person;
    return await makeInvitation(tx, deps, { purpose: 'invitation', role, name, email, invitedBy });
  });
}

/**
 * Keeps an account, if one is given, an enabled administrator with a session until the transaction ends: whoever ends
 * that waits, and then ends his links with it. Before other accounts are locked. Gives the ids of all administrators.
 * Throws `session_ended`.
 */
export async function requireAdministrator(tx: Tx, id: string | undefined): Promise<readonly string[]> {
  const administrators = await lockAdministrators(tx);
  if (id === undefined || (administrators.includes(id) && (await hasSession(tx, id)))) return administrators;
  throw new TokenError('session_ended');
}

/** Writes an invitation in place of earlier open ones to the same address. */
export async function makeInvitation(
  tx: Tx,
  deps: AccountsDeps,
  invitation: Pick<Invitation, 'purpose' | 'role' | 'name' | 'email' | 'invitedBy'> & {
    readonly accountId?: string;
  },
): Promise<MadeInvitation> {
  const now = deps.clock.now();
  const id = createId(accountInvitationIdKind, now.getTime());
  const code = createSecretCode();
  const expiresAt = new Date(now.getTime() + invitationMs);
  const emailIndex = deps.indexOf('email', invitation.email);
  await revokeInvitations(tx, { emailIndex }, now);
  await insertInvitation(tx, deps.cipher, {
    accountId: undefined,
    ...invitation,
    id,
    createdAt: now,
    expiresAt,
    codeHash: hashSecretCode(code),
    emailIndex,
  });
  // In the fragment, which browsers send to nobody.
  return { id, link: `${deps.baseUrl}/console/#/invitation/${code}`, expiresAt };
}
