import type { Db } from '../db/types.ts';
import { EncryptionError } from './errors.ts';
import { insertMasterKeyCheck, lockMasterKeyChecks } from './master-key-check-store.ts';
import type { RecordCipher } from './record-cipher.ts';

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
    const checks = await lockMasterKeyChecks(tx);
    for (const check of checks) {
      try {
        const text = cipher.open(check, checkContext(check.keyId));
        if (Buffer.compare(text, knownText) !== 0) throw new EncryptionError('record_unreadable');
      } catch (cause) {
        throw new EncryptionError('master_key_wrong', {
          detail: `This database holds records sealed with master key ${check.keyId}, which the configured master key cannot open.`,
          cause,
        });
      }
    }
    const { currentKeyId } = cipher;
    if (checks.some((check) => check.keyId === currentKeyId)) return;
    await insertMasterKeyCheck(tx, cipher.seal(knownText, checkContext(currentKeyId)));
  });
}

function checkContext(keyId: string): string {
  return `master-key-check:${keyId}`;
}
