import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import {
  type ClaimDeps,
  createPlaceClaims,
  guardImageFiles,
  type PhotoPlace,
} from '../../src/images/claim-places.ts';
import { S3AnswerError } from '../../src/images/create-s3-client.ts';
import { imageIdKind } from '../../src/images/declarations.ts';
import { ImageError } from '../../src/images/errors.ts';
import { createImageFolder } from '../../src/images/image-folder.ts';
import { forgetImagePlace } from '../../src/images/image-places-store.ts';
import { createFolderMarker, type PlaceMarker } from '../../src/images/place-marker.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { OpenDatabase } from '../../src/platform/db/index.ts';
import { findHold, readIdentity } from '../../src/platform/deployment/index.ts';
import { createId } from '../../src/platform/ids.ts';
import { describeDatabases, openTestDatabase, type TestScope } from '../support/database.ts';

const differs = { code: 'image_place_differs' };
const key = randomBytes(32);

async function openFolder(t: TestScope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-place-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'images');
}

function folderPlace(address: string): PhotoPlace {
  return { place: 'files', address, marker: createFolderMarker(address) };
}

/** A bucket of a name, in memory. */
function bucketPlace(address: string): PhotoPlace {
  let kept: PlaceMarker | undefined;
  const replace = async (marker: PlaceMarker) => {
    kept = marker;
  };
  return {
    place: 's3',
    address,
    marker: { check: async () => {}, read: async () => kept, create: replace, replace },
  };
}

function depsOf(database: OpenDatabase, deploymentKey: Uint8Array = key): ClaimDeps {
  return { database, readIdentity: () => readIdentity(database), deploymentKey, clock: systemClock };
}

/** What a process with these places does at its start. */
async function start(database: OpenDatabase, configured: 'files' | 's3', ...all: readonly PhotoPlace[]) {
  const claims = createPlaceClaims({ configured, all }, { lookMs: 0 });
  await claims.claim(depsOf(database));
  return claims;
}

/** The deployment runs for some minutes. */
async function run(claims: Awaited<ReturnType<typeof start>>): Promise<void> {
  for (let look = 0; look < 6; look += 1) await claims.look();
}

/** A second database that is, row for row, the first one at this moment. */
async function copyState(t: TestScope, kind: Parameters<typeof openTestDatabase>[1], from: OpenDatabase) {
  const to = await openTestDatabase(t, kind);
  const [state] = await from.db.selectFrom('deployment_state').selectAll().execute();
  await to.db.insertInto('deployment_state').values(state!).execute();
  for (const place of await from.db.selectFrom('image_places').selectAll().execute()) {
    await to.db.insertInto('image_places').values(place).execute();
  }
  return to;
}

describeDatabases('the places of photos', (kind) => {
  test('a process with another folder than the first does not start; those with the same one do', async (t) => {
    const database = await openTestDatabase(t, kind);
    const [shared, other] = [await openFolder(t), await openFolder(t)];
    const starts = Array.from({ length: 4 }, () => start(database, 'files', folderPlace(shared)));
    for (const claims of await Promise.all(starts)) assert.equal(claims.areOurs(), true);
    for (let again = 0; again < 2; again += 1) {
      await assert.rejects(start(database, 'files', folderPlace(other)), differs);
    }
    await start(database, 'files', folderPlace(shared));
  });

  test('a process without the bucket, or with another one, does not start', async (t) => {
    const database = await openTestDatabase(t, kind);
    const folder = folderPlace(await openFolder(t));
    const bucket = bucketPlace('photos');
    await start(database, 's3', bucket, folder);
    await assert.rejects(start(database, 'files', folder), {
      ...differs,
      detail: /bucket photos; the S3_ settings are not set/,
    });
    await assert.rejects(start(database, 's3', bucketPlace('others'), folder), differs);
    await assert.rejects(start(database, 's3', bucketPlace('photos'), folder), {
      ...differs,
      detail: /S3_ENDPOINT may be another store/,
    });
    await start(database, 's3', bucket, folderPlace(await openFolder(t)));
  });

  test('a store of another deployment is refused, a folder too', async (t) => {
    const [one, two] = [await openTestDatabase(t, kind), await openTestDatabase(t, kind)];
    for (const place of [bucketPlace('photos'), folderPlace(await openFolder(t))]) {
      await start(one, place.place, place);
      const claims = createPlaceClaims({ configured: place.place, all: [place] });
      const deps = depsOf(two, randomBytes(32));
      await assert.rejects(claims.claim(deps), { code: 'image_bucket_taken' });
      await assert.rejects(claims.takeOver(deps), { code: 'image_bucket_taken' });
      await forgetImagePlace(one.db, place.place);
    }
  });

  test('a bucket that does not answer is claimed later, one that refuses is not waited for', async (t) => {
    const database = await openTestDatabase(t, kind);
    const bucket = bucketPlace('photos');
    let error: Error | undefined = new S3AnswerError('S3 answered 503.');
    const marker = {
      ...bucket.marker,
      check: async () => {
        if (error === undefined) return;
        const cause = new ImageError('image_store_unavailable', { cause: error });
        throw new ImageError('image_bucket_unusable', { cause });
      },
    };
    const claims = createPlaceClaims({ configured: 's3', all: [{ ...bucket, marker }] });
    const deps = depsOf(database);
    await assert.rejects(claims.claim(deps), { code: 'image_bucket_unusable' });
    await claims.claim(deps, { waits: true });
    await assert.rejects(claims.isOurs('s3'), { code: 'image_store_unavailable' });
    assert.equal(await claims.claimWaiting(), false);
    error = undefined;
    assert.equal(await claims.claimWaiting(), true);
    assert.equal(await claims.isOurs('s3'), true);
    assert.equal(claims.waitsFor(), undefined);
    assert.notEqual(await bucket.marker.read(), undefined);
    error = new S3AnswerError('S3 answered 403.', { isRetryable: false });
    await assert.rejects(claims.claim(deps, { waits: true }), { code: 'image_bucket_unusable' });
  });

  test('while photos move, both places count; afterwards only the new one', async (t) => {
    const database = await openTestDatabase(t, kind);
    const folder = folderPlace(await openFolder(t));
    await start(database, 'files', folder);
    const bucket = bucketPlace('photos');
    await start(database, 's3', bucket, folder);
    const elsewhere = folderPlace(await openFolder(t));
    await assert.rejects(start(database, 's3', bucket, elsewhere), differs);
    await forgetImagePlace(database.db, 'files');
    await start(database, 's3', bucket, elsewhere);
  });

  test('a marker that the service did not write is refused', async (t) => {
    const database = await openTestDatabase(t, kind);
    const folder = await openFolder(t);
    await start(database, 'files', folderPlace(folder));
    await writeFile(join(folder, 'confere-deployment'), 'of somebody');
    await assert.rejects(start(database, 'files', folderPlace(folder)), { code: 'image_bucket_unusable' });
  });
});

describeDatabases('a copy of the database that is given the live place', (kind) => {
  for (const openPlace of [
    async () => bucketPlace('photos'),
    async (t: TestScope) => folderPlace(await openFolder(t)),
  ]) {
    test('can read only when it has another identity, until it takes the place over', async (t) => {
      const live = await openTestDatabase(t, kind);
      const place = await openPlace(t);
      const running = await start(live, place.place, place);
      const copy = await openTestDatabase(t, kind);
      for (const row of await live.db.selectFrom('image_places').selectAll().execute()) {
        await copy.db.insertInto('image_places').values(row).execute();
      }
      const before = await place.marker.read();
      const copied = await start(copy, place.place, place);
      assert.equal(await copied.isOurs(place.place), false);
      await run(copied);
      assert.deepEqual(await place.marker.read(), before);
      assert.equal(running.areOurs(), true);
      assert.equal(await running.look(), true);

      const [owner] = await copied.listOwners(copy);
      assert.deepEqual([owner?.isOurs, owner?.isClaimed, owner?.database], [false, true, before?.database]);
      await copied.takeOver(depsOf(copy));
      assert.equal(await copied.look(), true);
      assert.equal(await running.look(), false);
      assert.equal(await running.isOurs(place.place), false);
      await run(running);
      assert.equal(await copied.look(), true);
      const restarted = await start(live, place.place, place);
      assert.equal(restarted.areOurs(), false);
    });
  }

  test('can read only, and is held, when it is a copy of an earlier moment with the same identity', async (t) => {
    const live = await openTestDatabase(t, kind);
    const place = bucketPlace('photos');
    const running = await start(live, 's3', place);
    // The same server and number of the database: as of its files.
    const { name } = await readIdentity(live);
    const copy = await copyState(t, kind, live);
    const copyDeps = depsOf(copy);
    const deps = { ...copyDeps, readIdentity: async () => namedLike(await copyDeps.readIdentity(), name) };
    await run(running);
    const claims = createPlaceClaims({ configured: 's3', all: [place] }, { lookMs: 0 });
    await claims.claim(deps);
    assert.equal(await claims.isOurs('s3'), false);
    assert.ok((await findHold(copy.db)) !== undefined);
    await run(claims);
    assert.equal(await running.look(), true);
    // It is a deployment of its own now, also at its next start and when the live one counts no more.
    assert.equal((await start(copy, 's3', place)).areOurs(), false);
  });

  test('can read only when it is so new that the live one has not counted yet, once that counts', async (t) => {
    const live = await openTestDatabase(t, kind);
    const place = bucketPlace('photos');
    const running = await start(live, 's3', place);
    await run(running);
    const { name } = await readIdentity(live);
    const copy = await copyState(t, kind, live);
    const copyDeps = depsOf(copy);
    const deps = { ...copyDeps, readIdentity: async () => namedLike(await copyDeps.readIdentity(), name) };
    const claims = createPlaceClaims({ configured: 's3', all: [place] }, { lookMs: 0 });
    await claims.claim(deps);
    for (let minute = 0; minute < 5; minute += 1) {
      await claims.look();
      await running.look();
    }
    assert.equal(claims.areOurs(), false);
    assert.equal(running.areOurs(), true);
  });

  test('a database that lost its last moment keeps its place', async (t) => {
    const database = await openTestDatabase(t, kind);
    const place = bucketPlace('photos');
    const claims = await start(database, 's3', place);
    await run(claims);
    await database.db.updateTable('deployment_state').set({ count: sql`count - 1` }).execute();
    assert.equal(await claims.look(), true);
    assert.equal((await start(database, 's3', place)).areOurs(), true);
  });
});

describe('the photos in a place of another copy', () => {
  test('can be read, and be neither written nor deleted', async (t) => {
    const directory = await openFolder(t);
    const folder = createImageFolder({ directory });
    const id = createId(imageIdKind);
    await folder.put(id, Buffer.from('photo'));
    let isOurs = false;
    const guarded = guardImageFiles(folder, async () => isOurs);
    const refused = { code: 'image_store_read_only' };
    await assert.rejects(guarded.put(createId(imageIdKind), Buffer.from('x')), refused);
    await assert.rejects(guarded.delete(id), refused);
    await assert.rejects(guarded.discardUnfinished(new Date(8.64e15)), refused);
    assert.deepEqual(await guarded.get(id), Buffer.from('photo'));
    const listed = [];
    for await (const file of guarded.list()) listed.push(file.id);
    assert.deepEqual(listed, [id]);
    isOurs = true;
    await guarded.delete(id);
    assert.equal(await folder.get(id), undefined);
  });
});

function namedLike<T extends { readonly id: string }>(me: T, name: string): T {
  // A copy of the files has the name until it takes an identity of its own.
  return name.startsWith(me.id) ? { ...me, name } : me;
}
