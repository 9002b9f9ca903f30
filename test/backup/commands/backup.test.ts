import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import {
  migrate,
  migrationsDirectory,
  openDatabase,
  readMigrations,
} from '../../../src/platform/db/index.ts';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { createTestDatabase, describeDatabases, type TestScope } from '../../support/database.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { send } from '../../support/http.ts';
import { runConfere, spawnServe } from '../../support/service-process.ts';
import { fetchToken } from '../../support/tokens.ts';

type Service = Awaited<ReturnType<typeof spawnServe>>;

async function openFolder(t: TestScope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const stop = async (service: Service) => {
  service.child.kill('SIGTERM');
  await service.ended;
};

describeDatabases('confere backup and restore', (kind) => {
  it('bring a person, a photo and a client to another machine, while the service runs', async (t) => {
    const masterKey = randomBytes(32).toString('base64');
    const place = async () => {
      const { dataDir, databaseUrl } = await createTestDatabase(t, kind, { isEmpty: true });
      return {
        DATA_DIR: dataDir,
        MASTER_KEY: masterKey,
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      };
    };
    const [from, to] = [await place(), await place()];
    const folder = await openFolder(t);
    const file = join(folder, 'confere.backup');

    const first = await spawnServe(t, from);
    const scope = 'faces:write people:read audit:read';
    const made = await runConfere(
      t,
      ['clients', 'create', '--product', 'customer', '--scope', scope, '--json'],
      from,
    );
    const client = JSON.parse(made.stdout);
    const cpf = generateCpf();
    const photos = await cutFacePhotos();
    const registered = await send(`${first.url}/v1/people/${cpf}/face`, {
      method: 'PUT',
      token: await fetchToken(first.url, client),
      headers: { 'content-type': 'image/jpeg' },
      body: photos.sameWoman[0],
    });
    assert.equal(registered.status, 201, JSON.stringify(registered.body));

    const backup = await runConfere(t, ['backup', 'create', file, '--json'], from);
    assert.equal(backup.status, 0, backup.stderr);
    const summary = JSON.parse(backup.stdout);
    assert.equal(summary.images, 1);
    assert.equal(summary.rows.people, 1);
    assert.deepEqual(await readdir(folder), ['confere.backup']);
    const administrator = await fetchToken(first.url, first.admin!);
    const { text: metrics } = await send(`${first.url}/metrics`, { token: administrator });
    const age = Number(/^confere_backup_age_seconds (\S+)$/m.exec(metrics)?.[1]);
    assert.ok(age >= 0 && age < 3_600, metrics);
    const verified = await runConfere(t, ['backup', 'verify', file, '--json'], to);
    assert.deepEqual(JSON.parse(verified.stdout), summary);

    const used = await runConfere(t, ['restore', file], {
      ...from,
      ...(kind === 'embedded' ? { DATA_DIR: await openUsedFolder(t, from.DATA_DIR, first) } : {}),
    });
    assert.equal(used.status, 1);
    assert.match(used.stderr, /restore_target_not_empty/);
    if (kind === 'postgres') await stop(first);

    const restored = await runConfere(t, ['restore', file, '--json'], to);
    assert.equal(restored.status, 0, restored.stderr);
    assert.deepEqual(JSON.parse(restored.stdout), summary);

    const second = await spawnServe(t, to);
    assert.equal(second.admin, undefined, 'administrators came with the backup');
    const token = await fetchToken(second.url, client);
    const person = await send(`${second.url}/v1/people/${cpf}`, { token });
    assert.equal(person.status, 200);
    assert.equal(person.body.cpf, cpf);
    const faces = await send(`${second.url}/v1/people/${cpf}/face`, { token });
    const photo = await fetch(faces.body.items[0].imageUrl.replace(/^http:\/\/[^/]+/, second.url));
    assert.equal(photo.status, 200);
    const events = await send(`${second.url}/v1/audit?action=face.register`, { token });
    assert.equal(events.body.items.length, 1);
    assert.equal((await runConfere(t, ['audit', 'verify'], to)).status, 0);
  });

  it('leave the tables of an earlier release alone: the backup before an upgrade is to be its way back', async (t) => {
    const address = await createTestDatabase(t, kind, { isEmpty: true });
    const env = {
      DATA_DIR: address.dataDir,
      MASTER_KEY: randomBytes(32).toString('base64'),
      ...(address.databaseUrl !== undefined && { DATABASE_URL: address.databaseUrl }),
    };
    const names = (await readMigrations(migrationsDirectory)).map(({ name }) => name);
    const countApplied = async () => {
      await using open = await openDatabase({ ...address, logger: createLogger({ level: 'silent' }) });
      await migrate(open, migrationsDirectory, { through: names.at(-2)! });
      return (await open.execute('select name from schema_migrations')).rows.length;
    };
    assert.equal(await countApplied(), names.length - 1);
    const file = join(await openFolder(t), 'confere.backup');
    const refused = await runConfere(t, ['backup', 'create', file], env);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /database_older/);
    assert.equal(await countApplied(), names.length - 1);

    assert.equal((await runConfere(t, ['migrate'], env)).status, 0);
    const created = await runConfere(t, ['backup', 'create', file], env);
    assert.equal(created.status, 0, created.stderr);
  });
});

/** A copy of a running service's data folder, since the folder itself is locked. The service ends here. */
async function openUsedFolder(t: TestScope, dataDir: string, service: Service): Promise<string> {
  await stop(service);
  const copy = await openFolder(t);
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const target = join(copy, path.slice(dataDir.length));
    if (entry.isDirectory()) await mkdir(target, { recursive: true });
    else if (entry.isFile()) {
      await mkdir(join(target, '..'), { recursive: true });
      await copyFile(path, target);
    }
  }
  return copy;
}
