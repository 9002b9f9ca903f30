import { isUniqueViolation, type Tx } from '../platform/db/index.ts';
import { createId } from '../platform/ids.ts';
import { printable } from '../platform/printable.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import {
  findAccountOfIdentity,
  type Identity,
  identityOf,
  insertAccount,
  insertIdentity,
  lockAccount,
  updateAccount,
} from './accounts-store.ts';
import { type BegunSession, beginSession, recordSignIn, type SignInSource } from './begin-session.ts';
import { insertChallenge, takeChallenge, tryChallenge } from './challenges-store.ts';
import type { SsoClient, SsoPerson } from './create-sso-client.ts';
import { accountIdKind } from './declarations.ts';
import { AccountsError } from './errors.ts';
import { revokeInvitations } from './invitations-store.ts';
import { deleteSessionsOf } from './sessions-store.ts';
import { type Account, type Role, roles } from './types.ts';

/** Roles there and here. */
export type SsoRoles = readonly (readonly [theirs: string, ours: string])[];

/** Begins a sign-in at the issuer: its address, and the value for the cookie that the browser must come back with. */
export async function beginSso(
  deps: AccountsDeps,
  sso: SsoClient,
): Promise<{ readonly url: string; readonly flowCookie: string }> {
  const { url, flow } = await sso.begin();
  const now = deps.clock.now();
  const id = await insertChallenge(deps.db, deps.cipher, { kind: 'sso', content: flow, now });
  return { url, flowCookie: `${id}.${flow.state}` };
}

/**
 * Ends a sign-in at the issuer. The account is found by issuer and subject, never by e-mail address; the first time one
 * is made. Its role is what the issuer says now. The open invitations of who is no administrator any more end, and the
 * sessions of who has no role, whose account keeps the least role.
 *
 * Rejects with `challenge_expired`, `sso_refused`, `sso_unavailable`, `sso_role_missing`, `credentials_wrong`.
 */
export async function finishSso(
  deps: AccountsDeps,
  { sso, ssoRoles }: { readonly sso: SsoClient; readonly ssoRoles: SsoRoles },
  returned: { readonly flowCookie: string | undefined; readonly query: string },
  source: SignInSource,
): Promise<BegunSession> {
  const { db, cipher, clock } = deps;
  const [id = '', state] = (returned.flowCookie ?? '').split('.');
  const now = clock.now();
  const { content: flow } = await tryChallenge(db, cipher, { id, kind: 'sso', now });
  if (flow.state !== state) throw new AccountsError('challenge_expired');
  const person = await sso.finish(returned.query, flow);
  const role = roleOf(person, ssoRoles);
  const identity = { issuer: sso.issuer, subjectIndex: deps.indexOf('subject', person.subject) };
  if (role === undefined) {
    await endWithoutRole(deps, identity, now);
    throw new AccountsError('sso_role_missing');
  }
  const begin = () =>
    db.transaction().execute(async (tx) => {
      if (!(await takeChallenge(tx, id))) throw new AccountsError('challenge_expired');
      const accountId = await findAccountOfIdentity(tx, identity);
      const account =
        accountId === undefined
          ? await makeAccount(tx, deps, { person, identity, role, now })
          : await refreshAccount(tx, deps, accountId, { person, identity, role, now });
      if (accountId === undefined) await insertIdentity(tx, identity, account.id);
      return { begun: await beginSession(tx, deps, account, source), isNew: accountId === undefined };
    });
  const { begun, isNew } = await begin().catch((error: unknown) => {
    // Another tab made the account meanwhile: now it is found.
    if (isUniqueViolation(error)) return begin();
    throw error;
  });
  const event = { accountId: begun.account.id, outcome: 'done', by: 'account' } as const;
  if (isNew) await recordSignIn(deps, source, { ...event, action: 'account.create' });
  await recordSignIn(deps, source, { ...event, action: 'session.begin' });
  return begun;
}

/** The role that says most, of those that the issuer's words stand for. */
function roleOf(person: SsoPerson, ssoRoles: SsoRoles): Role | undefined {
  const ours = ssoRoles.filter(([theirs]) => person.roles.includes(theirs)).map(([, role]) => role);
  return roles.find((role) => ours.includes(role));
}

type Arrival = {
  readonly person: SsoPerson;
  readonly identity: Identity;
  readonly role: Role;
  readonly now: Date;
};

/** Ends what an account, if there is one, still has of a role that the issuer took away. */
async function endWithoutRole(deps: AccountsDeps, identity: Identity, now: Date): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const id = await findAccountOfIdentity(tx, identity);
    if (id === undefined) return;
    // Waits for an invitation on its way; a later one finds no session.
    const account = await lockAccount(tx, deps.cipher, id);
    // Counted as an administrator, it would let the last one leave.
    if (account?.isExternal) await updateAccount(tx, deps.cipher, { ...account, role: 'developer' });
    await deleteSessionsOf(tx, id);
    await revokeInvitations(tx, { invitedBy: id }, now);
  });
}

async function makeAccount(
  tx: Tx,
  deps: AccountsDeps,
  { person, identity, role, now }: Arrival,
): Promise<Account> {
  const account: Account = {
    id: createId(accountIdKind, now.getTime()),
    ...namesOf(person),
    role,
    locale: 'pt-BR',
    isExternal: true,
    createdAt: now,
    identity: identityOf(identity),
    passwordHash: undefined,
    totpSecret: undefined,
    disabledAt: undefined,
    lastSignInAt: undefined,
  };
  await insertAccount(tx, deps.cipher, { ...account, emailIndex: undefined });
  return account;
}

async function refreshAccount(
  tx: Tx,
  deps: AccountsDeps,
  id: string,
  { person, identity, role, now }: Arrival,
): Promise<Account> {
  const account = await lockAccount(tx, deps.cipher, id);
  // The account names the person itself: a row that somebody moved by SQL leads nowhere.
  const isOwn = account?.identity === identityOf(identity);
  if (account === undefined || !isOwn || account.disabledAt !== undefined) {
    throw new AccountsError('credentials_wrong');
  }
  const names = namesOf(person);
  const refreshed = { ...account, ...names, role };
  await updateAccount(tx, deps.cipher, refreshed);
  if (role !== 'administrator') await revokeInvitations(tx, { invitedBy: id }, now);
  return refreshed;
}

/** Names that an issuer leaves out are those of its subject. */
function namesOf({ name, email, subject }: SsoPerson): { readonly name: string; readonly email: string } {
  return {
    name: printable(name ?? email ?? subject).slice(0, 100),
    email: printable(email ?? '').slice(0, 254),
  };
}
