import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { openDatabase } from '../../src/platform/db/index.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { createLogger } from '../../src/platform/log.ts';
import { runConfere, spawnServe } from '../support/service-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const openerScript = `
  const base = ${JSON.stringify(new URL('../../src/platform/', import.meta.url).href)};
  const { openDatabase } = await import(base + 'db/index.ts');
  const { createLogger } = await import(base + 'log.ts');
  const options = { dataDir: process.argv[1], logger: createLogger({ level: 'silent' }) };
  const { code } = await openDatabase(options).catch((error) => error);
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
  console.log(JSON.stringify({ code, timers }));
  process.exit();
`;

const createClient = ['clients', 'create', '--product', 'mobile', '--scope', 'faces:authenticate'];

describe('a data folder on a full disk', () => {
  function mount(t: TestContext, megabytes: number) {
    const folder = mkdtempSync(join(tmpdir(), 'confere-full-'));
    const disk = mountSmallDisk(join(folder, 'disk'), megabytes);
    t.after(() => {
      disk?.remove();
      rmSync(folder, { recursive: true });
    });
    if (disk === undefined) t.skip('needs the right to mount');
    return disk;
  }

  for (const args of [['serve'], createClient]) {
    it(`is named by confere ${args.slice(0, 2).join(' ')}`, async (t) => {
      const disk = mount(t, 1);
      if (disk === undefined) return;
      disk.fill();
      const { status, stderr } = await runConfere(t, args, { DATA_DIR: disk.folder, LISTEN: '127.0.0.1:0' });
      assert.equal(status, 1);
      assert.match(stderr, /^A disk is full \(disk_full\)\nENOSPC/);
      assert.doesNotMatch(stderr, /^ +at /m, 'no stack');
      assert.deepEqual(readdirSync(disk.folder).sort(), ['filler', 'lock'], 'nothing is left of each try');
    });
  }

  it('is named where PostgreSQL finds no room to begin', async (t) => {
    const disk = mount(t, 8);
    if (disk === undefined) return;
    const logger = createLogger({ level: 'silent' });
    await assert.rejects(openDatabase({ dataDir: disk.folder, logger }), {
      code: 'data_folder_unusable',
      detail: `PostgreSQL cannot start in ${join(disk.folder, 'database')} (ENOSPC).`,
    });
  });

  it('without room for the log of PostgreSQL fails each statement, until there is room and a new start', async (t) => {
    const disk = mount(t, 80);
    if (disk === undefined) return;
    const open = () => openDatabase({ dataDir: disk.folder, logger: createLogger({ level: 'silent' }) });
    const first = await open();
    await first.execute('create table kept as select 1 as n');
    disk.fill();
    const write = `select pg_logical_emit_message(true, 'x', repeat('x', 100000))`;
    await assert.rejects(async () => {
      for (let count = 0; count < 1_000; count += 1) await first.execute(write);
    }, hasCrashed);
    await assert.rejects(first.execute('select 1'), hasCrashed);
    await assert.rejects(first.db.selectFrom('clients').selectAll().execute(), hasCrashed);
    await first.close();

    // A timer of a recovery that fails would keep the process, which nobody starts again then.
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      openerScript,
      disk.folder,
    ]);
    assert.deepEqual(JSON.parse(stdout), { code: 'data_folder_unusable', timers: [] });

    disk.free();
    await using second = await open();
    assert.deepEqual((await second.execute('select n from kept')).rows, [{ n: 1 }]);
  });

  it('without room for the log of PostgreSQL ends the service with a failure: whoever watches it starts it again', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'confere-full-'));
    const env = { DATA_DIR: dataDir };
    assert.equal((await runConfere(t, createClient, env)).status, 0);
    const log = join(dataDir, 'database', 'pg_wal');
    renameSync(log, join(dataDir, 'log'));
    const disk = mountSmallDisk(log, 40);
    t.after(() => {
      disk?.remove();
      rmSync(dataDir, { recursive: true });
    });
    if (disk === undefined) return t.skip('needs the right to mount');
    cpSync(join(dataDir, 'log'), log, { recursive: true });
    const service = await spawnServe(t, env);
    // PostgreSQL has made the next file of its log already.
    rmSync(
      join(
        log,
        readdirSync(log)
          .filter((name) => name.length === 24)
          .sort()
          .at(-1)!,
      ),
    );
    disk.fill();

    const people = join(dataDir, 'people.csv');
    const rows = Array.from({ length: 5_000 }, () => `${generateCpf()},Maria\n`);
    writeFileSync(people, `cpf,name\n${rows.join('')}`);
    const told =
      /^The database cannot be reached \(database_unavailable\)\nThe embedded database has crashed\.\n.*room/m;
    const imported = await runConfere(t, ['people', 'import', people], env);
    assert.match(imported.stderr, told);
    const { status, stderr } = await service.ended;
    assert.equal(status, 1);
    assert.match(stderr, told);

    disk.free();
    const again = await spawnServe(t, env);
    assert.equal((await runConfere(t, ['people', 'import', people], env)).status, 0);
    again.child.kill('SIGKILL');
    await again.ended;
  });
});

const hasCrashed = { code: 'database_unavailable', detail: 'The embedded database has crashed.' };
