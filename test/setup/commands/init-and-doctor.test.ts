import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { Client } from 'pg';
import { loadAppConfig } from '../../../src/app.ts';
import { Secret } from '../../../src/platform/config/index.ts';
import {
  migrate,
  migrationsDirectory,
  openDatabase,
  readMigrations,
} from '../../../src/platform/db/index.ts';
import {
  createRecordCipher,
  loadMasterKey,
  verifyMasterKey,
} from '../../../src/platform/encryption/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import {
  checkClock,
  checkMemory,
  checkNetworksPresent,
  checkNode,
  judgeDisk,
} from '../../../src/setup/check-machine.ts';
import { checkDataFolder } from '../../../src/setup/check-storage.ts';
import { createTestDatabase } from '../../support/database.ts';
import { withoutReplicas } from '../../support/replicas.ts';
import { openS3Server } from '../../support/s3-servers.ts';
import { runConfere } from '../../support/service-process.ts';

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-setup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Found = {
  readonly name: string;
  readonly state: string;
  readonly found: string;
  readonly remedy?: string;
};

async function doctor(t: TestContext, env: Record<string, string>) {
  const { status, stdout } = await runConfere(t, ['doctor', '--json'], env);
  const { isWell, findings } = JSON.parse(stdout) as { isWell: boolean; findings: Found[] };
  assert.equal(status, isWell ? 0 : 1);
  return {
    isWell,
    byName: Object.fromEntries(findings.map((one) => [one.name, one])) as Record<string, Found>,
  };
}

describe('confere init', () => {
  it('writes settings that the service takes, a key for its owner only, and a unit', async (t) => {
    const folder = join(await temporaryFolder(t), 'new');
    const { status, stdout } = await runConfere(
      t,
      ['init', folder, '--json', '--listen', '127.0.0.1:9999'],
      {},
    );
    assert.equal(status, 0);
    const written = JSON.parse(stdout);
    const text = await readFile(written.settings, 'utf8');
    const config = loadAppConfig(parseEnv(text));
    assert.equal(config.storage.dataDir, join(folder, 'data'));
    assert.deepEqual(config.server.listen, { host: '127.0.0.1', port: 9999 });
    assert.equal(config.secrets.masterKey?.reveal(), `file:${written.masterKey}`);
    assert.match(text, /^# BASE_URL=$/m, 'every setting is there to be set');
    assert.equal(Buffer.from(await readFile(written.masterKey, 'utf8'), 'base64').length, 32);
    for (const [path, mode] of [
      [written.masterKey, 0o600],
      [written.settings, 0o600],
      [join(folder, 'keys'), 0o700],
      [written.dataDir, 0o700],
    ] as const) {
      assert.equal((await stat(path)).mode & 0o777, mode, path);
    }
    const unit = await readFile(written.unit, 'utf8');
    assert.match(unit, /^ExecStart=".+" ".+" serve$/m);
    assert.ok(unit.includes(`ReadWritePaths="${written.dataDir}"`));
    const { isWell } = await doctor(t, parseEnv(text) as Record<string, string>);
    assert.equal(isWell, true, 'what it wrote is well');
  });

  it('replaces nothing and then writes nothing', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, '.env'), 'mine');
    const { status, stderr } = await runConfere(t, ['init', folder], {});
    assert.equal(status, 1);
    assert.match(stderr, /setup_file_exists/);
    assert.equal(await readFile(join(folder, '.env'), 'utf8'), 'mine');
    await assert.rejects(stat(join(folder, 'keys')), 'the key is not there either');
  });

  it('writes no unit for a program in the cache of npx, nor anything else', async (t) => {
    const home = await temporaryFolder(t);
    const installed = join(home, '.npm/_npx/0123456789abcdef/node_modules');
    await mkdir(installed, { recursive: true });
    await symlink(fileURLToPath(new URL('../../..', import.meta.url)), join(installed, 'confere'));
    const program = join(installed, 'confere/src/main.ts');
    const folder = join(home, 'settings');
    const { status, stderr } = await runConfere(t, ['init', folder], {}, program);
    assert.equal(status, 1);
    assert.match(stderr, /setup_program_not_installed/);
    assert.match(stderr, /npm install/, 'the way to install');
    await assert.rejects(stat(folder), 'nothing was written');
  });

  it('makes another key each time', async (t) => {
    const folder = await temporaryFolder(t);
    const keys = new Set<string>();
    for (const name of ['one', 'two']) {
      const { stdout } = await runConfere(t, ['init', join(folder, name), '--json'], {});
      keys.add(await readFile(JSON.parse(stdout).masterKey, 'utf8'));
    }
    assert.equal(keys.size, 2);
  });
});

describe('confere doctor', () => {
  it('names every wrong setting', async (t) => {
    const { isWell, byName } = await doctor(t, { LISTEN: 'nowhere', RATE_LIMIT_PER_MINUTE: '0' });
    assert.equal(isWell, false);
    assert.equal(byName.LISTEN?.state, 'problem');
    assert.equal(byName.RATE_LIMIT_PER_MINUTE?.state, 'problem');
  });

  it('finds a port that is taken, a folder open to others and a key that cannot be read', async (t) => {
    const dataDir = await temporaryFolder(t);
    await chmod(dataDir, 0o755);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const { port } = server.address() as { port: number };
    const env = {
      DATA_DIR: dataDir,
      LISTEN: `127.0.0.1:${port}`,
      MASTER_KEY: `file:${join(dataDir, 'none')}`,
      BASE_URL: 'http://127.0.0.1:1',
    };
    const { isWell, byName } = await doctor(t, env);
    assert.equal(isWell, false);
    assert.match(byName.LISTEN!.found, /EADDRINUSE/);
    assert.match(byName.LISTEN!.remedy ?? '', /unless the service itself runs there/);
    assert.equal(byName['data folder']!.state, 'warning');
    assert.equal(byName['master key']!.state, 'problem');
    assert.equal(byName['face networks']!.state, 'well');
    assert.doesNotMatch(byName.database!.found, /the start compares/);
    await mkdir(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), '17');
    assert.match((await doctor(t, env)).byName.database!.found, /the start compares its tables and its key/);
    for (const { state, remedy } of Object.values(byName))
      assert.equal(remedy === undefined, state === 'well');
  });

  it('a data folder that the first start cannot make', async (t) => {
    const file = join(await temporaryFolder(t), 'file');
    await writeFile(file, '');
    assert.equal((await checkDataFolder(join(file, 'data'))).state, 'problem');
    assert.equal((await checkDataFolder(file)).state, 'problem');
    assert.equal((await checkDataFolder(`${file}-none/data`)).state, 'warning');
  });

  it('prints one line for each check, and the remedy', async (t) => {
    const dataDir = await temporaryFolder(t);
    const { stdout } = await runConfere(t, ['doctor'], {
      DATA_DIR: dataDir,
      LISTEN: '127.0.0.1:0',
    });
    const lines = stdout.trimEnd().split('\n');
    assert.ok(lines.length >= 8);
    for (const line of lines) assert.match(line, /^(ok {2}|note|FAIL) {2}[\w ]+: /);
  });

  it('finds a database that does not answer, and says nothing of its password', async (t) => {
    const env = {
      DATA_DIR: await temporaryFolder(t),
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/none',
      MASTER_KEY: randomBytes(32).toString('base64'),
    };
    const { status, stdout } = await runConfere(t, ['doctor'], env);
    assert.equal(status, 1);
    assert.match(stdout, /^FAIL {2}database: /m);
    assert.ok(!stdout.includes('hunter2') && !stdout.includes(env.MASTER_KEY));
  });

  it('finds PostgreSQL and its clock, and migrates nothing', { skip: withoutReplicas }, async (t) => {
    const { databaseUrl } = await createTestDatabase(t, 'postgres');
    const env = {
      DATA_DIR: await temporaryFolder(t),
      DATABASE_URL: databaseUrl!,
      MASTER_KEY: randomBytes(32).toString('base64'),
      LISTEN: '127.0.0.1:0',
    };
    const { byName } = await doctor(t, env);
    assert.match(byName.database!.found, /^PostgreSQL \d+/);
    assert.equal(byName['clock of the database']!.state, 'well');
    assert.equal(byName['master key']!.state, 'well');
  });
});

describe('confere doctor finds what would fail later:', () => {
  it('a Redis and a bucket that do not answer, and a name that is nearly one of ours', async (t) => {
    const s3 = await openS3Server(t, 's3rver');
    const env = {
      DATA_DIR: await temporaryFolder(t),
      LISTEN: '127.0.0.1:0',
      REDIS_URL: 'redis://:hunter2@127.0.0.1:1/0',
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: 'confere-others',
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      RETENTION_IMAGE_DAYS: '30',
    };
    const { isWell, byName } = await doctor(t, env);
    assert.equal(isWell, false);
    assert.equal(byName.Redis!.state, 'problem');
    assert.equal(byName['bucket of the photos']!.state, 'problem');
    assert.match(byName['bucket of the photos']!.found, /NoSuchBucket|404/);
    assert.equal(byName.RETENTION_IMAGE_DAYS!.remedy, 'RETENTION_IMAGES_DAYS may be meant.');
    assert.ok(!JSON.stringify(byName).includes('hunter2'));
    const right = await doctor(t, { ...env, S3_BUCKET: s3.bucket });
    assert.equal(right.byName['bucket of the photos']!.state, 'well');
  });

  it('tables of an earlier version, and of a later one that this version cannot work with', {
    skip: withoutReplicas,
  }, async (t) => {
    const address = await createTestDatabase(t, 'postgres', { isEmpty: true });
    const env = {
      DATA_DIR: await temporaryFolder(t),
      DATABASE_URL: address.databaseUrl!,
      MASTER_KEY: randomBytes(32).toString('base64'),
      LISTEN: '127.0.0.1:0',
    };
    await using database = await openDatabase({ ...address, logger: createLogger({ level: 'silent' }) });
    const names = (await readMigrations(migrationsDirectory)).map(({ name }) => name);
    await migrate(database, migrationsDirectory, { through: names.at(-2)! });
    const earlier = (await doctor(t, env)).byName['tables of the database']!;
    assert.equal(earlier.state, 'warning');
    assert.match(earlier.found, new RegExp(names.at(-1)!));

    await migrate(database, migrationsDirectory);
    assert.equal((await doctor(t, env)).byName['tables of the database']!.state, 'well');
    await database.execute(
      "insert into schema_migrations (name, sha256, needs) values ('9999-later.sql', '', '9998')",
    );
    const later = await doctor(t, env);
    assert.equal(later.isWell, false);
    assert.match(later.byName['tables of the database']!.found, /9999-later\.sql/);
  });

  it('another master key and bucket, and more connections than the server gives', {
    skip: withoutReplicas,
  }, async (t) => {
    const address = await createTestDatabase(t, 'postgres');
    const env = {
      DATA_DIR: await temporaryFolder(t),
      DATABASE_URL: address.databaseUrl!,
      MASTER_KEY: randomBytes(32).toString('base64'),
      LISTEN: '127.0.0.1:0',
    };
    assert.equal((await runConfere(t, ['migrate'], env)).status, 0);
    {
      await using database = await openDatabase({
        ...address,
        databaseUrl: address.databaseUrl,
        logger: createLogger({ level: 'silent' }),
      });
      const ring = await loadMasterKey({
        configured: new Secret(env.MASTER_KEY),
        dataDir: env.DATA_DIR,
        embedded: false,
      });
      await verifyMasterKey(database.db, createRecordCipher(ring));
      await database.execute("insert into image_places (place, name) values ('s3', 'confere-photos')");
    }
    const right = await doctor(t, env);
    assert.equal(right.byName['master key of the database']!.state, 'well');
    assert.equal(right.byName.connections!.state, 'well');
    assert.equal(right.byName['rights in the database']!.state, 'well');
    assert.match(right.byName['photos of the database']!.found, /confere-photos/);
    const wrong = await doctor(t, {
      ...env,
      MASTER_KEY: randomBytes(32).toString('base64'),
      DATABASE_POOL_SIZE: '1000',
    });
    assert.equal(wrong.byName['master key of the database']!.state, 'problem');
    assert.equal(wrong.byName.connections!.state, 'problem');
  });

  it('a role without rights, which serve tells in a sentence, too', { skip: withoutReplicas }, async (t) => {
    const { databaseUrl } = await createTestDatabase(t, 'postgres');
    const admin = new Client({ connectionString: databaseUrl! });
    await admin.connect();
    const role = `confere_weak_${randomBytes(4).toString('hex')}`;
    await admin.query(`create role ${role} login`);
    try {
      await admin.query('revoke create on schema public from public');
      const url = new URL(databaseUrl!);
      url.username = role;
      url.password = '';
      const folder = await temporaryFolder(t);
      // The address is in a file, as a container is given it.
      await writeFile(join(folder, 'url'), `${url}\n`);
      const env = {
        DATA_DIR: folder,
        DATABASE_URL: `file:${join(folder, 'url')}`,
        MASTER_KEY: randomBytes(32).toString('base64'),
        LISTEN: '127.0.0.1:0',
      };
      const { byName } = await doctor(t, env);
      assert.equal(byName['rights in the database']!.state, 'problem');
      const { status, stderr } = await runConfere(t, ['serve'], env);
      assert.notEqual(status, 0);
      assert.match(stderr, /lacks a right: permission denied for/);
      assert.doesNotMatch(stderr, /\n {4}at /);
    } finally {
      await admin.query(`drop owned by ${role}`);
      await admin.query(`drop role ${role}`);
      await admin.end();
    }
  });

  it('a database that there is not, in a sentence', { skip: withoutReplicas }, async (t) => {
    const url = new URL((await createTestDatabase(t, 'postgres')).databaseUrl!);
    url.pathname = '/confere_none';
    const env = {
      DATA_DIR: await temporaryFolder(t),
      DATABASE_URL: url.href,
      MASTER_KEY: randomBytes(32).toString('base64'),
    };
    const { stdout } = await runConfere(t, ['doctor'], env);
    assert.match(stdout, /^FAIL {2}database: .* has no such database, .* \(3D000\)\. Correct /m);
    assert.doesNotMatch(stdout, /\.\.( |$)/m);
  });

  it('a port that is no PostgreSQL', async (t) => {
    const other = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    t.after(() => other.close());
    const { port } = other.address() as { port: number };
    const { byName } = await doctor(t, {
      DATA_DIR: await temporaryFolder(t),
      DATABASE_URL: `postgres://me@127.0.0.1:${port}/none`,
      MASTER_KEY: randomBytes(32).toString('base64'),
    });
    assert.match(byName.database!.found, /does not speak its protocol/);
  });
});

describe('checks of the machine', () => {
  it('have limits', async () => {
    const gibibyte = 1024 ** 3;
    assert.deepEqual(
      ['v23.9.0', 'v24.0.0', 'v26.1.0'].map((version) => checkNode(version).state),
      ['problem', 'well', 'well'],
    );
    assert.deepEqual(
      [1, 2, 4].map((size) => checkMemory(size * gibibyte).state),
      ['problem', 'warning', 'well'],
    );
    assert.deepEqual(
      [0.5, 10, 100].map((size) => judgeDisk(size * gibibyte).state),
      ['problem', 'warning', 'well'],
    );
    assert.equal(checkClock(new Date('2020-01-01')).state, 'problem');
    assert.equal(checkClock(new Date('2027-01-01')).state, 'well');
  });

  it('find a network that is missing', async () => {
    assert.equal((await checkNetworksPresent(['/none/such.onnx'])).state, 'problem');
    assert.equal((await checkNetworksPresent([])).state, 'well');
  });
});
