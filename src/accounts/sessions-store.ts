import { type Db, deleteRows, fromRow, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { openRole } from './accounts-store.ts';
import { sealedSession } from './declarations.ts';
import type { AccountSession, Role, SessionOrigin } from './types.ts';

type SealedPart = { readonly accountId: string; readonly tokenHash: string; readonly origin: SessionOrigin };

declare module '../platform/db/tables.ts' {
  interface Tables {
    account_sessions: ToRow<AccountSession> & SealedColumns & { token_hash: Uint8Array };
  }
}

export async function insertSession(
  tx: Tx,
  cipher: RecordCipher,
  session: AccountSession & { readonly tokenHash: Uint8Array; readonly origin: SessionOrigin },
): Promise<void> {
  const { id, accountId, origin, createdAt, lastSeenAt, expiresAt } = session;
  const tokenHash = Buffer.from(session.tokenHash).toString('base64url');
  await tx
    .insertInto('account_sessions')
    .values({
      ...toRow({ id, accountId, createdAt, lastSeenAt, expiresAt }),
      token_hash: session.tokenHash,
      ...sealedSession.sealJson(cipher, id, { accountId, tokenHash, origin } satisfies SealedPart),
    })
    .execute();
}

/**
 * The session of a cookie with what its account is now. One read: what changed elsewhere counts at once. Undefined also
 * for a session that was made, or moved to another account, by somebody without the master key.
 */
export async function findSessionByToken(
  db: Db,
  cipher: RecordCipher,
  tokenHash: Uint8Array,
): Promise<(AccountSession & { readonly role: Role; readonly isDisabled: boolean }) | undefined> {
  const row = await db
    .selectFrom('account_sessions as session')
    .innerJoin('accounts as account', 'account.id', 'session.account_id')
    .select(['session.id', 'session.account_id', 'session.created_at', 'session.last_seen_at'])
    .select(['session.expires_at', 'session.key_id', 'session.wrapped_key', 'session.ciphertext'])
    .select(['account.disabled_at', 'account.key_id as account_key_id'])
    .select(['account.wrapped_key as account_wrapped_key', 'account.ciphertext as account_ciphertext'])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const sealed = sealedSession.openJson<SealedPart>(cipher, row.id, row);
  const isOwn =
    sealed.accountId === row.account_id && Buffer.from(sealed.tokenHash, 'base64url').equals(tokenHash);
  if (!isOwn) return undefined;
  const role = openRole(cipher, row.account_id, {
    key_id: row.account_key_id,
    wrapped_key: row.account_wrapped_key,
    ciphertext: row.account_ciphertext,
  });
  return { ...toSession(row), role, isDisabled: row.disabled_at !== null };
}

export async function findSession(db: Db, id: string): Promise<AccountSession | undefined> {
  const row = await db.selectFrom('account_sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toSession(row);
}

/** The sessions of an account, newest first, with their devices. */
export async function listSessions(
  db: Db,
  cipher: RecordCipher,
  accountId: string,
): Promise<readonly (AccountSession & { readonly origin: SessionOrigin })[]> {
  const rows = await db
    .selectFrom('account_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...toSession(row),
    origin: sealedSession.openJson<SealedPart>(cipher, row.id, row).origin,
  }));
}

/** True for an account whose sessions were not all ended. */
export async function hasSession(db: Db, accountId: string): Promise<boolean> {
  const query = db.selectFrom('account_sessions').select('id').where('account_id', '=', accountId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function touchSession(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('account_sessions').set({ last_seen_at: at }).where('id', '=', id).execute();
}

/** Ends a session of an account. False when it has none of that id. */
export async function deleteSession(db: Db, id: string, accountId: string): Promise<boolean> {
  const own = db.deleteFrom('account_sessions').where('account_id', '=', accountId);
  return (await deleteRows(own.where('id', '=', id))) === 1;
}

export async function deleteSessionsOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('account_sessions').where('account_id', '=', accountId).execute();
}

export async function deleteEndedSessions(db: Db, before: { expires: Date; seen: Date }): Promise<void> {
  await db
    .deleteFrom('account_sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', before.expires), eb('last_seen_at', '<=', before.seen)]))
    .execute();
}

function toSession(row: ToRow<AccountSession>): AccountSession {
  const { id, account_id, created_at, last_seen_at, expires_at } = row;
  return fromRow({ id, account_id, created_at, last_seen_at, expires_at });
}
