import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { openDatabase } from '../../../src/platform/db/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { createTestDatabase } from '../../support/database.ts';

const logger = createLogger({ level: 'silent' });

const writerScript = `
  const base = ${JSON.stringify(new URL('../../../src/platform/', import.meta.url).href)};
  const { openDatabase } = await import(base + 'db/index.ts');
  const { createLogger } = await import(base + 'log.ts');
  const open = await openDatabase({ dataDir: process.argv[1], logger: createLogger({ level: 'silent' }) });
  await open.execute('create table if not exists written (n int primary key, filler text)');
  const { rows } = await open.execute('select coalesce(max(n), 0) as last from written');
  for (let n = rows[0].last + 1; ; n += 1) {
    await open.execute('insert into written values ($1, $2)', [n, 'x'.repeat(2000)]);
    process.stdout.write(n + '\\n');
  }
`;

it('the embedded database keeps every acknowledged write over kill -9, three times in a row', async (t) => {
  const { dataDir } = await createTestDatabase(t, 'embedded', { isEmpty: true });
  let acknowledged = 0;
  for (let round = 1; round <= 3; round += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', writerScript, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const enough = acknowledged + 100 * round;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line);
      if (acknowledged === enough) child.kill('SIGKILL');
    }
    await exited;
    assert.ok(acknowledged >= enough);
  }
  await using open = await openDatabase({ dataDir, logger });
  const { rows } = await open.execute('select count(*) as n, min(n) as first, max(n) as last from written');
  const { n, first, last } = rows[0] as { n: number; first: number; last: number };
  assert.equal(first, 1);
  assert.equal(n, last, 'no write is missing between the first and the last');
  assert.ok(last >= acknowledged, `${acknowledged} writes were acknowledged, ${last} are there`);
});
