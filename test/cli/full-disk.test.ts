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
});
