import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Secret } from '../../../src/platform/config/secret.ts';
import { EncryptionError, loadMasterKey, parseMasterKey } from '../../../src/platform/encryption/index.ts';

const keyText = Buffer.alloc(32, 5).toString('base64');

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-keys-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function isEncryptionError(code: string) {
  return (error: unknown) => error instanceof EncryptionError && error.code === code;
}

describe('loading the master key', () => {
  it('makes a key once with the embedded database, readable by its owner only', async (t) => {
    const dataDir = await openFolder(t);
    const first = await loadMasterKey({ dataDir, embedded: true });
    const second = await loadMasterKey({ dataDir, embedded: true });
    assert.equal(first.current.id, second.current.id);
    assert.equal((await stat(join(dataDir, 'keys', 'master.key'))).mode & 0o777, 0o600);
    assert.equal((await stat(join(dataDir, 'keys'))).mode & 0o777, 0o700);
    assert.deepEqual(await readdir(join(dataDir, 'keys')), ['master.key']);
  });

  it('makes one key when several start at once', async (t) => {
    const dataDir = await openFolder(t);
    const rings = await Promise.all(
      Array.from({ length: 8 }, () => loadMasterKey({ dataDir, embedded: true })),
    );
    assert.equal(new Set(rings.map((ring) => ring.current.id)).size, 1);
  });

  it('prefers the configured key to the file', async (t) => {
    const dataDir = await openFolder(t);
    const ring = await loadMasterKey({ configured: new Secret(keyText), dataDir, embedded: true });
    assert.equal(ring.current.id, parseMasterKey(keyText).id);
    assert.deepEqual(await readdir(dataDir), []);
  });

  it('reads the key from the file that the configuration names', async (t) => {
    const dataDir = await openFolder(t);
    const path = join(dataDir, 'secret');
    await writeFile(path, `${keyText}\n`);
    const ring = await loadMasterKey({ configured: new Secret(`file:${path}`), dataDir, embedded: false });
    assert.equal(ring.current.id, parseMasterKey(keyText).id);
    await assert.rejects(
      loadMasterKey({ configured: new Secret(`file:${path}-absent`), dataDir, embedded: false }),
      isEncryptionError('master_key_missing'),
    );
  });

  it('refuses PostgreSQL without a configured key and makes no file', async (t) => {
    const dataDir = await openFolder(t);
    await assert.rejects(
      loadMasterKey({ dataDir, embedded: false }),
      isEncryptionError('master_key_missing'),
    );
    assert.deepEqual(await readdir(dataDir), []);
  });

  it('refuses a damaged key file and leaves it as it is', async (t) => {
    const dataDir = await openFolder(t);
    await loadMasterKey({ dataDir, embedded: true });
    const path = join(dataDir, 'keys', 'master.key');
    await chmod(path, 0o600);
    await writeFile(path, 'short\n');
    await assert.rejects(
      loadMasterKey({ dataDir, embedded: true }),
      isEncryptionError('master_key_malformed'),
    );
    assert.equal(await readFile(path, 'utf8'), 'short\n');
  });
});
