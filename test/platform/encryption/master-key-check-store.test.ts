import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import {
  createMasterKey,
  createRecordCipher,
  EncryptionError,
  loadMasterKey,
  type MasterKey,
  verifyMasterKey,
} from '../../../src/platform/encryption/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const keyA = createMasterKey(randomBytes(32));
const keyB = createMasterKey(randomBytes(32));

function cipherOf(current: MasterKey, ...previous: MasterKey[]) {
  return createRecordCipher({ current, previous });
}

const isWrongKey = (error: unknown) => error instanceof EncryptionError && error.code === 'master_key_wrong';

describeDatabases('master key check', (kind) => {
  it('accepts the key that the database was first started with', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await verifyMasterKey(db, cipherOf(keyA));
    await verifyMasterKey(db, cipherOf(keyA));
    const rows = await db.selectFrom('master_key_checks').select('key_id').execute();
    assert.deepEqual(rows, [{ key_id: keyA.id }]);
  });

  it('refuses another key and leaves the recorded check as it is', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await verifyMasterKey(db, cipherOf(keyA));
    const before = await db.selectFrom('master_key_checks').selectAll().execute();
    await assert.rejects(verifyMasterKey(db, cipherOf(keyB)), isWrongKey);
    assert.deepEqual(await db.selectFrom('master_key_checks').selectAll().execute(), before);
    await verifyMasterKey(db, cipherOf(keyA));
  });

  it('refuses a check that was altered, whatever its fingerprint says', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await verifyMasterKey(db, cipherOf(keyA));
    await db.updateTable('master_key_checks').set({ key_id: keyB.id }).execute();
    await assert.rejects(verifyMasterKey(db, cipherOf(keyB)), isWrongKey);
  });

  it('accepts a new key beside the one before it, and then demands both', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await verifyMasterKey(db, cipherOf(keyA));
    await verifyMasterKey(db, cipherOf(keyB, keyA));
    await assert.rejects(verifyMasterKey(db, cipherOf(keyB)), isWrongKey);
    await verifyMasterKey(db, cipherOf(keyB, keyA));
  });

  it('keeps a lost key file from being replaced once something was sealed', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const dataDir = await mkdtemp(join(tmpdir(), 'confere-keys-'));
    t.after(() => rm(dataDir, { recursive: true, force: true }));
    const options = { dataDir, embedded: true, db };
    const made = await loadMasterKey(options);
    await verifyMasterKey(db, createRecordCipher(made));
    assert.equal((await loadMasterKey(options)).current.id, made.current.id);
    await rm(join(dataDir, 'keys', 'master.key'));
    await assert.rejects(
      loadMasterKey(options),
      (error) => error instanceof EncryptionError && error.code === 'master_key_missing',
    );
    assert.deepEqual(await readdir(join(dataDir, 'keys')), []);
  });

  it('lets one key win when two are tried at once on an empty database', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const results = await Promise.allSettled([
      verifyMasterKey(db, cipherOf(keyA)),
      verifyMasterKey(db, cipherOf(keyB)),
    ]);
    assert.deepEqual(results.map((result) => result.status).sort(), ['fulfilled', 'rejected']);
    const rows = await db.selectFrom('master_key_checks').select('key_id').execute();
    assert.equal(rows.length, 1);
  });
});
