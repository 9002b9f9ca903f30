import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../db/types.ts';
import type { SealedRecord } from './record-cipher.ts';
import { toSealedColumns, toSealedRecord } from './sealed-columns.ts';

export interface MasterKeyChecksTable {
  key_id: string;
  wrapped_key: Uint8Array;
  ciphertext: Uint8Array;
  created_at: Generated<Date>;
  retired_at: Generated<Date | null>;
}

declare module '../db/tables.ts' {
  interface Tables {
    master_key_checks: MasterKeyChecksTable;
  }
}

/** The fingerprints of the master keys that stored records may be sealed with, oldest first. */
export async function listMasterKeyIds(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('master_key_checks')
    .select('key_id')
    .where('retired_at', 'is', null)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map((row) => row.key_id);
}

/**
 * The checks of the keys in use, oldest first. Locks the table against other writers until the transaction ends, so that two
 * processes starting with different keys on an empty database cannot both record theirs.
 */
export async function lockMasterKeyChecks(tx: Tx): Promise<readonly SealedRecord[]> {
  await sql`lock table master_key_checks in exclusive mode`.execute(tx);
  const rows = await tx
    .selectFrom('master_key_checks')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map(toSealedRecord);
}

/** Records the check of a key that has none, or takes one that was retired back into use. */
export async function insertMasterKeyCheck(tx: Tx, check: SealedRecord): Promise<void> {
  await tx
    .insertInto('master_key_checks')
    .values(toSealedColumns(check))
    .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ retired_at: null }))
    .execute();
}

/** Lets processes start without a key from now on. Only when no record is sealed with it any more. */
export async function retireMasterKey(tx: Tx, keyId: string, now: Date): Promise<void> {
  await tx
    .updateTable('master_key_checks')
    .set({ retired_at: now })
    .where('key_id', '=', keyId)
    .where('retired_at', 'is', null)
    .execute();
}
