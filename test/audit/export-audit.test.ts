import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { loadSigningKeys } from '../../src/access/index.ts';
import {
  createAuditExports,
  type ExportAuditDeps,
  mostExports,
  writeExportFile,
} from '../../src/audit/export-audit.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { AppError } from '../../src/platform/errors.ts';
import { openTestDatabase } from '../support/database.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

it('one export more than a process may send waits until another has ended, read or not', async () => {
  const exports = createAuditExports({ clock: { now: () => new Date() } } as ExportAuditDeps);
  const begun = Array.from({ length: mostExports }, () => exports.begin({}, 'ndjson'));
  assert.throws(
    () => exports.begin({}, 'csv'),
    (error) => error instanceof AppError && error.code === 'audit_exports_busy',
  );
  for (const { content } of begun) {
    content.destroy();
    await once(content, 'close');
  }
  const { content } = exports.begin({}, 'ndjson');
  assert.throws(() => Array.from({ length: mostExports }, () => exports.begin({}, 'ndjson')));
  content.destroy();
});

it('an export that failed leaves no part of a file under its name', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-export-'));
  t.after(() => rm(folder, { recursive: true }));
  const broken = { clock: { now: () => new Date() }, auditDb: undefined } as unknown as ExportAuditDeps;
  const options = { filter: {}, signal: new AbortController().signal, onEvents: () => {} };
  await assert.rejects(writeExportFile(broken, join(folder, 'audit.ndjson'), options), TypeError);
  assert.deepEqual(await readdir(folder), []);
});

it('an export that finds no room on the disk says so', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-export-'));
  t.after(() => rm(folder, { recursive: true }));
  const disk = mountSmallDisk(join(folder, 'disk'), 1);
  if (disk === undefined) return t.skip('needs the right to mount');
  const { db } = await openTestDatabase(t);
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
  const keys = await loadSigningKeys({ db, cipher, clock: systemClock, refreshEveryMs: 0 });
  const deps = { auditDb: db, clock: systemClock, keys, issuer: 'http://localhost' };
  const options = { filter: {}, signal: new AbortController().signal, onEvents: () => {} };
  try {
    disk.fill();
    await assert.rejects(writeExportFile(deps, join(disk.folder, 'audit.ndjson'), options), {
      code: 'operator_task_input_invalid',
      problems: [{ path: 'to', message: 'has too little room on its disk' }],
    });
    assert.deepEqual(await readdir(disk.folder), ['filler']);
  } finally {
    disk.remove();
  }
});
