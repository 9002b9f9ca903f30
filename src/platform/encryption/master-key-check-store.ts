import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../db/types.ts';
import { EncryptionError } from './errors.ts';
import type { RecordCipher, SealedColumns } from './record-cipher.ts';

declare module '../db/tables.ts' {
  interface Tables {
    master_key_checks: SealedColumns & { created_at: Generated<Date>; retired_at: Generated<Date | null> };
  }
}

/** The checks of the keys in use, oldest first. */
async function listChecks(db: Db): Promise<readonly SealedColumns[]> {
  return await db
    .selectFrom('master_key_checks')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
}

/** The fingerprints of the master keys that stored records may be sealed with, oldest first. */
export async function listMasterKeyIds(db: Db): Promise<readonly string[]> {
  return (await listChecks(db)).map((check) => check.key_id);
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

const knownText = Buffer.from('confere master key check', 'utf8');

/**
 * Makes sure that the cipher holds every master key this database's records may have been sealed with. On a
 * database without a check it records the current key's; a recorded check is never changed or removed.
 *
 * Throws `master_key_wrong` otherwise, and the process must not go on: what it sealed would be unreadable with
 * the right key, and it could read nothing itself.
 */
export async function verifyMasterKey(db: Db, cipher: RecordCipher): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Against other writers: two processes that start with different keys on an empty database cannot both record theirs.
    await sql`lock table master_key_checks in exclusive mode`.execute(tx);
    const checks = await listChecks(tx);
    requireToOpen(checks, cipher);
    const { currentKeyId } = cipher;
    if (checks.some((check) => check.key_id === currentKeyId)) return;
    await tx
      .insertInto('master_key_checks')
      .values(cipher.seal(knownText, checkContext(currentKeyId)))
      // A key that was retired comes back into use.
      .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ retired_at: null }))
      .execute();
  });
}

/** The same without writing: a database without a check fits every key. Throws `master_key_wrong`. */
export async function compareMasterKey(db: Db, cipher: RecordCipher): Promise<void> {
  requireToOpen(await listChecks(db), cipher);
}

function requireToOpen(checks: readonly SealedColumns[], cipher: RecordCipher): void {
  for (const check of checks) {
    try {
      const text = cipher.open(check, checkContext(check.key_id));
      if (Buffer.compare(text, knownText) !== 0) throw new EncryptionError('record_unreadable');
    } catch (cause) {
      throw new EncryptionError('master_key_wrong', {
        detail: `This database holds records sealed with master key ${check.key_id}, which the configured master key cannot open.`,
        cause,
      });
    }
  }
}

function checkContext(keyId: string): string {
  return `master-key-check:${keyId}`;
}
