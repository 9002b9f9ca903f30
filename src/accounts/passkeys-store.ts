import { type Db, fromRow, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { RowBinder } from '../platform/encryption/index.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    account_passkeys: ToRow<Passkey> & { binding: Uint8Array };
  }
}

/** A passkey of an account: the public half. */
export type Passkey = {
  /** As its person named it; empty for the one that an account was made with. */
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  /** The credential's id, base64url. */
  readonly id: string;
  readonly accountId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
};

export type NewPasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>;

export async function insertPasskey(
  tx: Tx,
  rows: RowBinder,
  passkey: NewPasskey & Pick<Passkey, 'accountId'> & { readonly name?: string },
  now: Date,
): Promise<void> {
  const { id, accountId, publicKey, counter, transports, name = '' } = passkey;
  await tx
    .insertInto('account_passkeys')
    .values({
      ...toRow({ id, accountId, publicKey, counter, transports, name, createdAt: now }),
      binding: rows.bind('passkey', id, accountId, publicKey),
    })
    .execute();
}

/** The passkey of a credential id, unless somebody without the master key made it or moved it to this account. */
export async function findPasskey(db: Db, rows: RowBinder, id: string): Promise<Passkey | undefined> {
  const row = await db.selectFrom('account_passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const isOwn = rows.fits(row.binding, 'passkey', row.id, row.account_id, row.public_key);
  return isOwn ? fromRow(row, 'binding') : undefined;
}

export async function listPasskeys(db: Db, accountId: string): Promise<readonly Passkey[]> {
  const rows = await db
    .selectFrom('account_passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => fromRow(row, 'binding'));
}

export async function notePasskeyUse(
  tx: Tx,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
  now: Date,
): Promise<void> {
  await tx.updateTable('account_passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute();
}

export async function deletePasskey(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('account_passkeys').where('account_id', '=', accountId).where('id', '=', id).execute();
}

export async function deletePasskeysOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('account_passkeys').where('account_id', '=', accountId).execute();
}
