import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { runConfere } from '../support/service-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

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

  for (const args of [['serve'], ['clients', 'list']]) {
    it(`is named by confere ${args.join(' ')}`, async (t) => {
      const disk = mount(t, 1);
      if (disk === undefined) return;
      disk.fill();
      const { status, stderr } = await runConfere(t, args, { DATA_DIR: disk.folder, LISTEN: '127.0.0.1:0' });
      assert.equal(status, 1);
      assert.match(stderr, /^A disk is full \(disk_full\)\nENOSPC/);
      assert.doesNotMatch(stderr, /^ +at /m, 'no stack');
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
    const errors: string[] = [];
    const logger = { ...createLogger({ level: 'silent' }), error: (text: string) => errors.push(text) };
    const open = () => openDatabase({ dataDir: disk.folder, logger: logger as never });
    const first = await open();
    await first.execute('create table kept as select 1 as n');
    disk.fill();
    const write = `select pg_logical_emit_message(true, 'x', repeat('x', 100000))`;
    await assert.rejects(async () => {
      for (let count = 0; count < 1_000; count += 1) await first.execute(write);
    }, isUnavailable);
    await assert.rejects(first.execute('select 1'), isUnavailable);
    await assert.rejects(first.db.selectFrom('clients').selectAll().execute(), isUnavailable);
    assert.match(errors.join(), /^the embedded database has crashed[^,]*, and start the service again$/);
    await first.close();

    disk.free();
    await using second = await open();
    assert.deepEqual((await second.execute('select n from kept')).rows, [{ n: 1 }]);
  });
});

const isUnavailable = { code: 'database_unavailable' };
