import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import {
  createAuditExports,
  type ExportAuditDeps,
  mostExports,
  writeExportFile,
} from '../../src/audit/export-audit.ts';
import { AppError } from '../../src/platform/errors.ts';

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
