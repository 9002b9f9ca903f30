import { type Selectable, sql } from 'kysely';
import { type Db, fromRow, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { sealedInvitation } from './declarations.ts';
import type { Invitation, InvitationPurpose } from './types.ts';

/** The person and the use of a link: written by nobody without the master key. */
type SealedPart = Pick<Invitation, 'name' | 'email' | 'purpose' | 'role'> & {
  readonly accountId?: string | undefined;
  readonly codeHash: string;
};

type AccountInvitationsTable = ToRow<Omit<Invitation, 'name' | 'email'>> &
  SealedColumns & { code_hash: Uint8Array; email_index: Uint8Array };

declare module '../platform/db/tables.ts' {
  interface Tables {
    account_invitations: AccountInvitationsTable;
  }
}

/** Neither used nor withdrawn. */
const isOpen = sql<boolean>`(used_at is null and revoked_at is null)`;

export async function insertInvitation(
  tx: Tx,
  cipher: RecordCipher,
  invitation: Omit<Invitation, 'usedAt' | 'revokedAt'> & {
    readonly codeHash: Uint8Array;
    readonly emailIndex: Uint8Array;
  },
): Promise<void> {
  const { id, name, email, purpose, role, accountId, emailIndex, invitedBy } = invitation;
  const { createdAt, expiresAt } = invitation;
  const codeHash = Buffer.from(invitation.codeHash).toString('base64url');
  await tx
    .insertInto('account_invitations')
    .values({
      ...toRow({ id, purpose, role, emailIndex, accountId, invitedBy, createdAt, expiresAt }),
      code_hash: invitation.codeHash,
      ...sealedInvitation.sealJson(cipher, id, {
        name,
        email,
        purpose,
        role,
        accountId,
        codeHash,
      } satisfies SealedPart),
    })
    .execute();
}

/** The invitation of a code that can still be used. */
export async function findOpenInvitation(
  db: Db,
  cipher: RecordCipher,
  codeHash: Uint8Array,
  now: Date,
): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('account_invitations')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .where(isOpen)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { codeHash: own } = sealedInvitation.openJson<SealedPart>(cipher, row.id, row);
  return Buffer.from(own, 'base64url').equals(codeHash) ? toInvitation(cipher, row) : undefined;
}

/** The invitation of an id, locked until the transaction ends. */
export async function lockInvitation(
  tx: Tx,
  cipher: RecordCipher,
  id: string,
): Promise<Invitation | undefined> {
  const row = await tx
    .selectFrom('account_invitations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toInvitation(cipher, row);
}

/** Marks an invitation as used. False when it was used, withdrawn or over by now: of two who use it, one does. */
export async function useInvitation(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_invitations')
    .set({ used_at: now })
    .where('id', '=', id)
    .where(isOpen)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Invitations, newest first, at most 200. */
export async function listInvitations(db: Db, cipher: RecordCipher): Promise<readonly Invitation[]> {
  const rows = await db
    .selectFrom('account_invitations')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => toInvitation(cipher, row));
}

/** Withdraws an invitation. False when there is no open one of that id. */
export async function revokeInvitation(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where(isOpen)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Withdraws the open invitations to an address, of a purpose, or by an account. */
export async function revokeInvitations(
  tx: Tx,
  which: {
    readonly emailIndex?: Uint8Array;
    readonly purpose?: InvitationPurpose;
    readonly invitedBy?: string;
  },
  now: Date,
): Promise<void> {
  const { emailIndex, purpose, invitedBy } = which;
  let query = tx.updateTable('account_invitations').set({ revoked_at: now }).where(isOpen);
  if (emailIndex !== undefined) query = query.where('email_index', '=', emailIndex);
  if (purpose !== undefined) query = query.where('purpose', '=', purpose);
  if (invitedBy !== undefined) query = query.where('invited_by', '=', invitedBy);
  await query.execute();
}

/** Lets one process at a time look for the first administrator's link and make one. */
export async function lockFirstInvitation(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('confere/first-account', 0))`.execute(tx);
}

/** True when a link for the first administrator can still be used. */
export async function hasOpenFirstInvitation(db: Db, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('account_invitations')
    .select('id')
    .where('purpose', '=', 'first')
    .where(isOpen)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes invitations of before a moment. */
export async function deleteOldInvitations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('account_invitations').where('expires_at', '<', before).execute();
}

function toInvitation(cipher: RecordCipher, row: Selectable<AccountInvitationsTable>): Invitation {
  const { name, email, purpose, role, accountId } = sealedInvitation.openJson<SealedPart>(
    cipher,
    row.id,
    row,
  );
  return { ...fromRow(row, 'code_hash', 'email_index'), purpose, role, name, email, accountId };
}
