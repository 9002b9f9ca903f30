import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { createAuditExports, type ExportAuditDeps, mostExports } from '../../src/audit/export-audit.ts';
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
