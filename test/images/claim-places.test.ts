import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { claimPlaces } from '../../src/images/claim-places.ts';
import { forgetImagePlace } from '../../src/images/image-places-store.ts';
import { describeDatabases, openTestDatabase, type TestScope } from '../support/database.ts';

const differs = { code: 'image_place_differs' };

async function openFolder(t: TestScope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-place-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'images');
}

describeDatabases('the places of photos', (kind) => {
  test('a process with another folder than the first does not start; those with the same one do', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const [shared, other] = [await openFolder(t), await openFolder(t)];
    const starts = Array.from({ length: 4 }, () =>
      claimPlaces(db, { configured: 'files', folder: shared, bucket: undefined }),
    );
    await Promise.all(starts);
    for (let start = 0; start < 2; start += 1) {
      await assert.rejects(
        claimPlaces(db, { configured: 'files', folder: other, bucket: undefined }),
        differs,
      );
    }
    await claimPlaces(db, { configured: 'files', folder: shared, bucket: undefined });
  });

  test('a process without the bucket, or with another one, does not start', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const folder = await openFolder(t);
    await claimPlaces(db, { configured: 's3', folder, bucket: 'photos' });
    await assert.rejects(claimPlaces(db, { configured: 'files', folder, bucket: undefined }), {
      ...differs,
      detail: /bucket photos; the S3_ settings are not set/,
    });
    await assert.rejects(claimPlaces(db, { configured: 's3', folder, bucket: 'others' }), differs);
    await claimPlaces(db, { configured: 's3', folder: await openFolder(t), bucket: 'photos' });
  });

  test('while photos move, both places count; afterwards only the new one', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const folder = await openFolder(t);
    await claimPlaces(db, { configured: 'files', folder, bucket: undefined });
    const moving = { configured: 's3', bucket: 'photos' } as const;
    await claimPlaces(db, { ...moving, folder });
    await assert.rejects(claimPlaces(db, { ...moving, folder: await openFolder(t) }), differs);
    await forgetImagePlace(db, 'files');
    await claimPlaces(db, { ...moving, folder: await openFolder(t) });
  });
});
