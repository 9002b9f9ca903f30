import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const module = join(import.meta.dirname, '../../../src/cli/registry/give-way.ts');

/** The priority of a process that began with one, after it gave way; small numbers come first. */
async function priorityAfter(start: number): Promise<number> {
  const source = `import { getPriority, setPriority } from 'node:os';
    import { giveWay } from ${JSON.stringify(module)};
    setPriority(${start});
    giveWay();
    console.log(getPriority());`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module-typescript',
    '--eval',
    source,
  ]);
  return Number(stdout);
}

test('an import gives way to who has the usual priority, and keeps a lower one that it was given', async () => {
  assert.equal(await priorityAfter(7), 10);
  assert.equal(await priorityAfter(14), 14);
});
