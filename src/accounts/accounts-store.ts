import { type Selectable, sql } from 'kysely';
import { type Db, fromRow, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { createUuidV7 } from '../platform/ids.ts';
import { sealedAccount } from './declarations.ts';
import type { Account, Role } from './types.ts';

type AccountsTable = ToRow<
  Pick<Account, 'id' | 'role' | 'locale' | 'createdAt' | 'disabledAt' | 'lastSignInAt'>
> &
  SealedColumns & { email_index: Uint8Array | null; totp_step: number };

/** Power that an account had over another one. */
type AccountChange = {
  readonly accountId: string;
  readonly changedBy: string;
  readonly kind: 'invited' | 'reset' | 'role';
  readonly at: Date;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    accounts: AccountsTable;
    account_changes: ToRow<AccountChange> & { id: string };
    account_identities: ToRow<Identity> & { account_id: string };
  }
}

/** The person, the proofs and the role of an account: written by nobody without the master key. */
type SealedPart = Pick<Account, 'name' | 'email' | 'role'> &
  Partial<Pick<Account, 'totpSecret' | 'passwordHash' | 'identity'>>;

/** Writes a new account. A unique violation means that the e-mail address has one. */
export async function insertAccount(
  tx: Tx,
  cipher: RecordCipher,
  account: Omit<Account, 'disabledAt' | 'lastSignInAt' | 'isExternal'> & {
    readonly emailIndex: Uint8Array | undefined;
  },
): Promise<void> {
  const { id, role, locale, emailIndex, createdAt } = account;
  await tx
    .insertInto('accounts')
    .values({
      ...toRow({ id, role, locale, emailIndex, createdAt }),
      totp_step: 0,
      ...sealedAccount.sealJson(cipher, id, sealedPartOf(account)),
    })
    .execute();
}

export async function findAccount(db: Db, cipher: RecordCipher, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toAccount(cipher, row);
}

/** The same, locked until the transaction ends. */
export async function lockAccount(tx: Tx, cipher: RecordCipher, id: string): Promise<Account | undefined> {
  const row = await tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toAccount(cipher, row);
}

/** The account that an e-mail address signs in to. */
export async function findAccountByEmail(
  db: Db,
  cipher: RecordCipher,
  emailIndex: Uint8Array,
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('email_index', '=', emailIndex)
    .executeTakeFirst();
  return row && toAccount(cipher, row);
}

/** Every account, oldest first. */
export async function listAccounts(db: Db, cipher: RecordCipher): Promise<readonly Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => toAccount(cipher, row));
}

/** True when there has ever been an account. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The ids of the enabled administrators, locked: of two who leave at once, one sees the other gone. */
export async function lockAdministrators(tx: Tx): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'administrator')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Writes an account that is locked as it is given. */
export async function updateAccount(tx: Tx, cipher: RecordCipher, account: Account): Promise<void> {
  const { id } = account;
  await tx
    .updateTable('accounts')
    .set({
      role: account.role,
      locale: account.locale,
      disabled_at: account.disabledAt ?? null,
      ...sealedAccount.sealJson(cipher, id, sealedPartOf(account)),
    })
    .where('id', '=', id)
    .execute();
}

/** Notes when an account signed in last. */
export async function noteSignIn(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('accounts').set({ last_sign_in_at: at }).where('id', '=', id).execute();
}

/** Marks a time step as used. False when it, or a later one, was used before: the code is not taken again. */
export async function useTotpStep(tx: Tx, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ totp_step: step })
    .where('id', '=', id)
    .where('totp_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Notes that an account had power over another one. */
export async function insertAccountChange(tx: Tx, change: AccountChange): Promise<void> {
  await tx
    .insertInto('account_changes')
    .values({ id: createUuidV7(), ...toRow(change) })
    .execute();
}

/**
 * True when one of the two invited, reset or changed the role of the other since the moment, or of an account that did
 * so, and so on: an account that somebody made is no other person behind whom to make a third one.
 */
export async function hadPowerOver(db: Db, one: string, other: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    with recursive ruled (first, account_id) as (
      select changed_by, account_id from account_changes
        where at > ${since} and changed_by in (${one}, ${other}) and changed_by <> account_id
      union
      select ruled.first, account_changes.account_id
        from ruled join account_changes on account_changes.changed_by = ruled.account_id and at > ${since}
    )
    select from ruled where first <> account_id and account_id in (${one}, ${other}) limit 1`.execute(db);
  return rows.length > 0;
}

function sealedPartOf({ name, email, role, totpSecret, passwordHash, identity }: SealedPart): SealedPart {
  return { name, email, role, totpSecret, passwordHash, identity };
}

/** The role of the account of a row that was read with another one. */
export function openRole(cipher: RecordCipher, accountId: string, row: SealedColumns): Role {
  return sealedAccount.openJson<SealedPart>(cipher, accountId, row).role;
}

function toAccount(cipher: RecordCipher, row: Selectable<AccountsTable>): Account {
  return {
    passwordHash: undefined,
    totpSecret: undefined,
    identity: undefined,
    ...fromRow(row, 'role', 'email_index', 'totp_step'),
    ...sealedAccount.openJson<SealedPart>(cipher, row.id, row),
    isExternal: row.email_index === null,
  };
}

/** A person at an issuer: the keyed hash of the subject there. */
export type Identity = { readonly issuer: string; readonly subjectIndex: Uint8Array };

export function identityOf({ issuer, subjectIndex }: Identity): string {
  return `${Buffer.from(subjectIndex).toString('base64url')} ${issuer}`;
}

export async function findAccountOfIdentity(db: Db, identity: Identity): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_identities')
    .select('account_id')
    .where('issuer', '=', identity.issuer)
    .where('subject_index', '=', identity.subjectIndex)
    .executeTakeFirst();
  return row?.account_id;
}

/** Links a new account with a person at an issuer. A unique violation: somebody was faster. */
export async function insertIdentity(
  tx: Tx,
  { issuer, subjectIndex }: Identity,
  accountId: string,
): Promise<void> {
  await tx.insertInto('account_identities').values(toRow({ issuer, subjectIndex, accountId })).execute();
}
