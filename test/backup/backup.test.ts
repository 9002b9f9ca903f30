import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fs, { writeFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { sql } from 'kysely';
import { createBackup } from '../../src/backup/create-backup.ts';
import { BackupError } from '../../src/backup/errors.ts';
import { verifyBackup } from '../../src/backup/read-backup.ts';
import { prepareForBackup, restoreBackup } from '../../src/backup/restore-backup.ts';
import { createS3Client } from '../../src/images/create-s3-client.ts';
import { imageIdKind } from '../../src/images/declarations.ts';
import { createImageBucket } from '../../src/images/image-bucket.ts';
import { createImageFolder } from '../../src/images/image-folder.ts';
import { type ImageFiles, insertImage, prepareImage } from '../../src/images/index.ts';
import { createCpfIndex, lockPerson } from '../../src/people/index.ts';
import { appendAuditEvent, beginAudit, dropOldEvents, verifyAudit } from '../../src/platform/audit/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makePartitions, migrationsDirectory, openDatabase } from '../../src/platform/db/index.ts';
import { endHold, findBackupTime, findHold } from '../../src/platform/deployment/index.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import {
  createMasterKey,
  createRecordCipher,
  loadNamedKey,
  verifyMasterKey,
} from '../../src/platform/encryption/index.ts';
import { createId } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/log.ts';
import { cleanPhoto } from '../images/clean-photo.ts';
import {
  createTestDatabase,
  describeDatabases,
  openTestDatabase,
  type TestDatabaseKind,
  type TestScope,
} from '../support/database.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { openS3Server } from '../support/s3-servers.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const masterKey = createMasterKey(randomBytes(32));
const cipher = createRecordCipher({ current: masterKey, previous: [] });
const isError = (code: string) => (error: unknown) => error instanceof BackupError && error.code === code;

async function openFolder(t: TestScope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function openDeployment(t: TestScope, kind: TestDatabaseKind) {
  const database = await openTestDatabase(t, kind);
  const store = createImageFolder({ directory: join(await openFolder(t), 'images') });
  return { database, db: database.db, store, cipher, clock: systemClock, migrations: migrationsDirectory };
}

/** A person, a photo, keys and an audit event. */
async function fill(deployment: Awaited<ReturnType<typeof openDeployment>>) {
  const { database, db, store, clock } = deployment;
  await verifyMasterKey(db, cipher);
  const auditKey = await loadNamedKey(db, cipher, 'audit');
  const cpf = generateCpf();
  const cpfIndex = createCpfIndex(await loadNamedKey(db, cipher, 'cpf-index'));
  const personId = await db
    .transaction()
    .execute((tx) => lockPerson(tx, { cipher, cpfIndex }, cpf, new Date()));
  const { sameWoman } = await cutFacePhotos();
  const prepared = await prepareImage({ cipher, store }, await cleanPhoto(sameWoman[0]));
  await prepared.written;
  await insertImage(db, prepared.image);
  // One event in a month that was dropped, one in the month of the next.
  const dayMs = 86_400_000;
  const earlier = new Date(Date.now() - 40 * dayMs);
  await makePartitions(database, new Date());
  await beginAudit(db, auditKey, { at: earlier, countClients: async () => 0 });
  assert.equal((await dropOldEvents({ database, key: auditKey, clock }, new Date())).length, 1);
  const event = { actor: { kind: 'operator' }, action: 'person.read', outcome: 'done' } as const;
  await db
    .transaction()
    .execute((tx) => appendAuditEvent(tx, auditKey, event, new Date(Date.now() + 31 * dayMs)));
  return { personId, cpf, imageId: prepared.image.id, auditKey };
}

describeDatabases('backups', (kind) => {
  it('restore on either kind of database what they were made of', async (t) => {
    const from = await openDeployment(t, kind);
    const { personId, imageId, auditKey } = await fill(from);
    const folder = await openFolder(t);
    const file = join(folder, 'a');
    const summary = await createBackup(from, file);
    assert.equal(summary.rows.people, 1);
    assert.equal(summary.images, 1);
    assert.deepEqual(await readdir(folder), ['a']);
    assert.deepEqual(await verifyBackup(cipher, file), summary);

    for (const target of new Set<TestDatabaseKind>(['embedded', kind])) {
      const to = await openDeployment(t, target);
      assert.deepEqual(await restoreBackup(to, file), summary);
      await verifyMasterKey(to.db, cipher);
      const people = await to.db.selectFrom('people').select('id').execute();
      assert.deepEqual(people, [{ id: personId }]);
      assert.deepEqual(await to.store.get(imageId), await from.store.get(imageId));
      const { faults, dropped, events } = await verifyAudit(to.db, auditKey, { mustHaveBegun: true });
      assert.deepEqual([faults, dropped, events], [[], 1, 2]);
      await assert.rejects(
        sql`insert into faces (id, person_id, image_id, template_model, key_id, wrapped_key,
        ciphertext, quality, created_at) values ('f', 'nobody', 'none', 'm', 'k', '', '', '{}', now())`.execute(
          to.db,
        ),
      );
      await assert.rejects(restoreBackup(to, file), isError('restore_target_not_empty'));
    }
  });

  it('hold the photos of a bucket, and go back into a bucket or a folder', async (t) => {
    const openBucket = async () => {
      const client = createS3Client(await openS3Server(t, 's3rver'));
      t.after(() => client.close());
      return createImageBucket(client);
    };
    const from = { ...(await openDeployment(t, kind)), store: await openBucket() };
    const { imageId } = await fill(from);
    const photo = await from.store.get(imageId);
    const file = join(await openFolder(t), 'of-a-bucket');
    assert.equal((await createBackup(from, file)).images, 1);
    const folder = await openDeployment(t, kind);
    await restoreBackup(folder, file);
    assert.deepEqual(await folder.store.get(imageId), photo);
    const again = join(await openFolder(t), 'of-a-folder');
    await createBackup(folder, again);
    const bucket = { ...(await openDeployment(t, kind)), store: await openBucket() };
    await restoreBackup(bucket, again);
    assert.deepEqual(await bucket.store.get(imageId), photo);
  });

  it('hold rows of any number and size, in whole parts', async (t) => {
    const from = await openDeployment(t, kind);
    await sql`insert into people (id, cpf_index, key_id, wrapped_key, ciphertext, created_at)
      select 'per_' || lpad(n::text, 32, '0'), decode(md5(n::text), 'hex'), 'k', '\\x00',
        decode(repeat(md5(n::text), 20 + n % 300), 'hex'), now()
      from generate_series(1, 3000) as n`.execute(from.db);
    const file = join(await openFolder(t), 'large');
    assert.equal((await createBackup(from, file)).rows.people, 3000);
    const to = await openDeployment(t, kind);
    await restoreBackup(to, file);
    const digest = sql<{
      digest: string;
    }>`select md5(string_agg(p::text, ',' order by id)) as digest from people p`;
    assert.deepEqual((await digest.execute(to.db)).rows, (await digest.execute(from.db)).rows);
  });

  it('leave out what is erased while they are made, and nothing else', async (t) => {
    const from = await openDeployment(t, kind);
    await fill(from);
    const store: typeof from.store = {
      ...from.store,
      async get(id) {
        await from.db.deleteFrom('images').where('id', '=', id).execute();
        return undefined;
      },
    };
    const file = join(await openFolder(t), 'b');
    assert.equal((await createBackup({ ...from, store }, file)).images, 0);
    assert.equal((await verifyBackup(cipher, file)).images, 0);
    const to = await openDeployment(t, kind);
    await restoreBackup(to, file);
  });

  it('read eight photos at a time', async (t) => {
    const from = await openDeployment(t, kind);
    const { imageId } = await fill(from);
    const record = await from.db
      .selectFrom('images')
      .selectAll()
      .where('id', '=', imageId)
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: 11 }, () => createId(imageIdKind));
    for (const id of ids)
      await from.db
        .insertInto('images')
        .values({ ...record, id })
        .execute();
    const all = [imageId, ...ids].sort();
    const asked: string[] = [];
    const eight = Promise.withResolvers<void>();
    const store: ImageFiles = {
      ...from.store,
      async get(id) {
        asked.push(id);
        // No photo is answered before eight are asked for.
        if (asked.length === 8) eight.resolve();
        await eight.promise;
        return Buffer.from(id);
      },
    };
    const file = join(await openFolder(t), 'backup.confere');
    assert.equal((await createBackup({ ...from, store }, file)).images, 12);
    assert.deepEqual(asked, all);
  });

  it('fail with the number of photos that are missing although their rows stay, unless told to go on', async (t) => {
    const from = await openDeployment(t, kind);
    const { imageId } = await fill(from);
    await from.store.delete(imageId);
    const folder = await openFolder(t);
    const file = join(folder, 'missing');
    await assert.rejects(createBackup(from, file), {
      code: 'backup_photos_missing',
      detail: '1 of 1 photos.',
    });
    assert.deepEqual(await readdir(folder), []);
    assert.equal((await createBackup(from, file, { isWithoutMissing: true })).images, 0);
    assert.equal((await verifyBackup(cipher, file)).images, 0);
  });

  it('are refused at once where the disk has no room for the photos', async (t) => {
    const from = await openDeployment(t, kind);
    const { imageId } = await fill(from);
    const record = await from.db.selectFrom('images').selectAll().executeTakeFirstOrThrow();
    const { bavail, bsize } = await statfs(tmpdir());
    // Photos of 2 GB, as many as are too many for the disk.
    const size_bytes = 2_000_000_000;
    const count = Math.ceil((2 * bavail * bsize) / size_bytes);
    const rows = Array.from({ length: count }, () => ({ ...record, id: createId(imageIdKind), size_bytes }));
    await from.db.insertInto('images').values(rows).execute();
    const folder = await openFolder(t);
    const store: ImageFiles = {
      ...from.store,
      get: async () => assert.fail(`a photo is read, as ${imageId}`),
    };
    await assert.rejects(
      createBackup({ ...from, store }, join(folder, 'b')),
      isError('backup_space_missing'),
    );
    assert.deepEqual(await readdir(folder), []);
  });

  it('say so where the disk fills up while they are written, and leave nothing of the file', async (t) => {
    const from = await openDeployment(t, kind);
    const disk = mountSmallDisk(join(await openFolder(t), 'disk'), 1);
    if (disk === undefined) return t.skip('needs the right to mount');
    try {
      disk.fill();
      await assert.rejects(createBackup(from, join(disk.folder, 'b')), isError('backup_space_missing'));
      assert.deepEqual(await readdir(disk.folder), ['filler']);
    } finally {
      disk.remove();
    }
  });

  it('say so as well where it fills up in the middle of the photos', async (t) => {
    const from = await openDeployment(t, kind);
    const { imageId } = await fill(from);
    const photo = randomBytes(900_000);
    const record = await from.db
      .selectFrom('images')
      .selectAll()
      .where('id', '=', imageId)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 40 }, () => ({ ...record, id: createId(imageIdKind), size_bytes: 1 }));
    await from.db.insertInto('images').values(rows).execute();
    const store: ImageFiles = { ...from.store, get: async () => photo };
    const disk = mountSmallDisk(join(await openFolder(t), 'disk'), 5);
    if (disk === undefined) return t.skip('needs the right to mount');
    try {
      await assert.rejects(
        createBackup({ ...from, store }, join(disk.folder, 'b')),
        isError('backup_space_missing'),
      );
      assert.deepEqual(await readdir(disk.folder), []);
    } finally {
      disk.remove();
    }
  });

  it('that are stopped in the middle of a photo end nothing else', async (t) => {
    const from = await openDeployment(t, kind);
    const { imageId } = await fill(from);
    const query = from.db.selectFrom('images').selectAll().where('id', '=', imageId);
    const record = await query.executeTakeFirstOrThrow();
    const rows = Array.from({ length: 20 }, () => ({ ...record, id: createId(imageIdKind), size_bytes: 1 }));
    await from.db.insertInto('images').values(rows).execute();
    const stop = new AbortController();
    let read = 0;
    const store: ImageFiles = {
      ...from.store,
      async get() {
        read += 1;
        if (read === 10) setImmediate(() => stop.abort());
        return randomBytes(20_000_000);
      },
    };
    const folder = await openFolder(t);
    const options = { signal: stop.signal };
    await assert.rejects(createBackup({ ...from, store }, join(folder, 'b'), options), {
      name: 'AbortError',
    });
    assert.deepEqual(await readdir(folder), []);
  });

  it('are not hindered by what a killed one left', async (t) => {
    const from = await openDeployment(t, kind);
    await fill(from);
    const folder = await openFolder(t);
    const file = join(folder, 'b.confere');
    const left = ['b.confere.part', 'b.confere.00000000.part'];
    for (const name of left) await writeFile(join(folder, name), 'half of it');
    await createBackup(from, file);
    assert.equal((await verifyBackup(cipher, file)).images, 1);
    assert.deepEqual((await readdir(folder)).sort(), ['b.confere', ...left].sort());
  });

  it('are noted with their time, and what is restored is held until somebody says so', async (t) => {
    const from = await openDeployment(t, kind);
    await fill(from);
    const file = join(await openFolder(t), 'held');
    const begun = new Date();
    await createBackup(from, file);
    assert.ok((await findBackupTime(from.db))! >= begun);
    assert.equal(await findHold(from.db), undefined);
    const to = await openDeployment(t, kind);
    await restoreBackup(to, file);
    assert.ok((await findHold(to.db)) !== undefined);
    assert.equal(await findBackupTime(to.db), undefined);
    assert.equal(await endHold(to.db), true);
    assert.equal(await findHold(to.db), undefined);
  });

  it('that failed are not noted, at the last step either', async (t) => {
    const from = await openDeployment(t, kind);
    await fill(from);
    const file = join(await openFolder(t), 'taken');
    const onProgress = () => writeFileSync(file, 'of somebody else');
    await assert.rejects(createBackup(from, file, { onProgress }), isError('backup_file_exists'));
    assert.equal(await findBackupTime(from.db), undefined);
  });

  it('are made where a file has one name only, as on FAT', async (t) => {
    const from = await openDeployment(t, kind);
    await fill(from);
    const file = join(await openFolder(t), 'whole');
    t.mock.method(fs.promises, 'link', async () => {
      throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
    });
    syncBuiltinESMExports();
    try {
      await createBackup(from, file);
    } finally {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    }
    await verifyBackup(cipher, file);
    assert.deepEqual(await readdir(dirname(file)), ['whole']);
  });

  it('never replace a file, and are refused when cut off, altered or of another key', async (t) => {
    const from = await openDeployment(t, kind);
    await fill(from);
    const folder = await openFolder(t);
    const file = join(folder, 'whole');
    await createBackup(from, file);
    await assert.rejects(createBackup(from, file), isError('backup_file_exists'));
    const nowhere = join(file, '..', 'nowhere', 'backup.confere');
    const tooLong = join(folder, 'n'.repeat(300));
    for (const hopeless of [nowhere, tooLong]) {
      await assert.rejects(createBackup(from, hopeless), isError('backup_folder_missing'));
    }
    for (const missing of [nowhere, folder]) {
      await assert.rejects(verifyBackup(cipher, missing), isError('backup_file_missing'));
    }
    const whole = await readFile(file);
    assert.ok(!whole.includes('manifest') && !whole.includes('people'), 'nothing can be read in it');
    const flip = (at: number) => {
      const copy = Buffer.from(whole);
      copy[at]! ^= 1;
      return copy;
    };
    const broken = [
      Buffer.from('a text'),
      Buffer.alloc(0),
      whole.subarray(0, whole.length - 1),
      whole.subarray(0, whole.length >> 1),
      Buffer.concat([whole, Buffer.from([0])]),
      ...[0, 20, 90, 130, whole.length >> 2, whole.length >> 1, whole.length - 1].map(flip),
    ];
    for (const [index, bytes] of broken.entries()) {
      const path = join(folder, `broken-${index}`);
      await writeFile(path, bytes);
      await assert.rejects(
        verifyBackup(cipher, path),
        (error) => isError('backup_unreadable')(error) || isError('backup_key_wrong')(error),
        String(index),
      );
      const to = index === 3 ? await openDeployment(t, kind) : undefined;
      if (to === undefined) continue;
      await assert.rejects(restoreBackup(to, path), isError('backup_unreadable'));
      assert.deepEqual(await to.db.selectFrom('people').select('id').execute(), [], 'nothing of it is kept');
    }
    const stranger = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [masterKey] });
    await verifyBackup(stranger, file);
    const other = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
    await assert.rejects(verifyBackup(other, file), isError('backup_key_wrong'));
  });

  it('of an earlier version are brought to the tables of the later one', async (t) => {
    const from = await openDeployment(t, kind);
    const { personId } = await fill(from);
    const folder = await openFolder(t);
    const file = join(folder, 'c');
    const { rows } = await createBackup(from, file);
    const migrations = join(folder, 'migrations');
    await cp(migrationsDirectory, migrations, { recursive: true });
    await writeFile(
      join(migrations, '9999-later.sql'),
      "alter table people add column later text; update people set later = 'came with ' || id;",
    );
    await using database = await openDatabase({
      ...(await createTestDatabase(t, kind, { isEmpty: true })),
      logger: createLogger({ level: 'silent' }),
    });
    const store = createImageFolder({ directory: join(folder, 'images') });
    const to = { database, store, cipher, migrations };

    await prepareForBackup(to, file);
    assert.deepEqual((await restoreBackup(to, file)).rows, rows);
    const people = await sql`select id, later from people`.execute(database.db);
    assert.deepEqual(people.rows, [{ id: personId, later: `came with ${personId}` }]);

    const later = join(folder, 'd');
    await createBackup({ ...to, clock: systemClock }, later);
    const older = await openDeployment(t, kind);
    await assert.rejects(restoreBackup(older, later), isError('backup_version_differs'));
  });

  it('are refused by a database with later tables', async (t) => {
    const from = await openDeployment(t, kind);
    const file = join(await openFolder(t), 'e');
    await createBackup(from, file);
    const to = await openDeployment(t, kind);
    await sql`insert into schema_migrations (name, sha256, needs) values ('9999-later.sql', 'x', '9999')`.execute(
      to.db,
    );
    await assert.rejects(restoreBackup(to, file), isError('backup_version_differs'));
  });
});
