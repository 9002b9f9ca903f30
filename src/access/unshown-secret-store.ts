import { type Db, fromRow, type Tx } from '../platform/db/index.ts';
import { pickSealedColumns, type SealedColumns } from '../platform/encryption/index.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    unshown_secrets: SealedColumns & { readonly secret_id: string };
  }
}

/** A sealed secret that nobody has been shown. */
export type UnshownSecret = {
  readonly secretId: string;
  readonly clientId: string;
  readonly sealed: SealedColumns;
};

export async function insertUnshownSecret(tx: Tx, secretId: string, sealed: SealedColumns): Promise<void> {
  await tx
    .insertInto('unshown_secrets')
    .values({ secret_id: secretId, ...sealed })
    .execute();
}

/** The secret that is still to be shown; none of a revoked client. */
export async function findUnshownSecret(db: Db): Promise<UnshownSecret | undefined> {
  return toUnshownSecret(await selectUnshownSecret(db).executeTakeFirst());
}

/** The same, locked until the transaction ends; undefined also while somebody else is showing it. */
export async function lockUnshownSecret(tx: Tx): Promise<UnshownSecret | undefined> {
  return toUnshownSecret(
    await selectUnshownSecret(tx).forUpdate('unshown_secrets').skipLocked().executeTakeFirst(),
  );
}

export async function deleteUnshownSecret(tx: Tx, secretId: string): Promise<void> {
  await tx.deleteFrom('unshown_secrets').where('secret_id', '=', secretId).execute();
}

function selectUnshownSecret(db: Db) {
  return db
    .selectFrom('unshown_secrets')
    .innerJoin('client_secrets', 'client_secrets.id', 'unshown_secrets.secret_id')
    .innerJoin('clients', 'clients.id', 'client_secrets.client_id')
    .select([
      'unshown_secrets.secret_id',
      'unshown_secrets.key_id',
      'unshown_secrets.wrapped_key',
      'unshown_secrets.ciphertext',
      'clients.id as client_id',
    ])
    .where('clients.revoked_at', 'is', null)
    .orderBy('unshown_secrets.secret_id')
    .limit(1);
}

function toUnshownSecret(
  row: (SealedColumns & { readonly secret_id: string; readonly client_id: string }) | undefined,
): UnshownSecret | undefined {
  return row && { ...fromRow(row), sealed: pickSealedColumns(row) };
}
