import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import {
  createMasterKey,
  createRecordCipher,
  EncryptionError,
  loadNamedKey,
} from '../../../src/platform/encryption/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const createCipher = () => createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });

describeDatabases('a named key', (kind) => {
  it('is made once, also by several that ask at the same time', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const cipher = createCipher();
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadNamedKey(db, cipher, 'signatures')));
    for (const key of keys) assert.deepEqual(key, keys[0]);
    assert.equal(keys[0]?.length, 32);
    assert.notDeepEqual(await loadNamedKey(db, cipher, 'other'), keys[0]);
  });

  it('is read, not written, once it is there', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const cipher = createCipher();
    const first = await loadNamedKey(db, cipher, 'signatures');
    const reading = db.transaction().setAccessMode('read only');
    assert.deepEqual(await reading.execute((tx) => loadNamedKey(tx, cipher, 'signatures')), first);
  });

  it('cannot be opened with another master key, and stays', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const cipher = createCipher();
    const key = await loadNamedKey(db, cipher, 'signatures');
    await assert.rejects(loadNamedKey(db, createCipher(), 'signatures'), EncryptionError);
    assert.deepEqual(await loadNamedKey(db, cipher, 'signatures'), key);
  });
});
