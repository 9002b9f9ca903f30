import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { renderAuditReference } from '../../docs/reference/audit-reference.ts';
import { auditActions } from '../../src/app.ts';
import { createOperatorTasks } from '../../src/process/run-task-here.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const isTask = (action: string) => action.startsWith('operator.');

async function readSources(): Promise<string> {
  const paths = (await readdir(join(root, 'src'), { recursive: true })).filter(
    (path) => path.endsWith('.ts') && !/(audit\/|audit-)actions\.ts$/.test(path),
  );
  return (await Promise.all(paths.map((path) => readFile(join(root, 'src', path), 'utf8')))).join('\n');
}

it('the page of audit events is what its script writes', async () => {
  const page = await readFile(join(root, 'docs/reference/audit-events.md'), 'utf8');
  assert.equal(page, renderAuditReference(), 'run node docs/reference/render.ts');
});

it('every documented action is recorded somewhere in the code, and every recorded one is documented', async () => {
  const sources = await readSources();
  const recorded = new Set(
    [...sources.matchAll(/(?:action: |Action = |record\()'([a-z][a-z.-]*\.[a-z-]+)'/g)].map(
      ([, action]) => action!,
    ),
  );
  assert.ok(recorded.size > 20);
  assert.deepEqual(
    [...recorded].sort(),
    Object.keys(auditActions)
      .filter((action) => !isTask(action))
      .sort(),
  );
});

it('every task of operators that is recorded is documented, and no other', async () => {
  // The tasks are built from parts that they use only when they run.
  const parts = new Proxy({}, { get: () => new Proxy({}, { get: () => ({}) }) });
  const tasks = Object.keys(await createOperatorTasks(parts as Parameters<typeof createOperatorTasks>[0]));
  const recorded = tasks.filter((name) => !/\/(list|status|show)$/.test(name));
  assert.deepEqual(
    recorded.map((name) => `operator.${name}`).sort(),
    Object.keys(auditActions).filter(isTask).sort(),
  );
});
