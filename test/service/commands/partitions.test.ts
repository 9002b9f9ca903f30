import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { openDatabase } from '../../../src/platform/db/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addRowsBeforePartitions, partitionedTables } from '../../support/rows-before-partitions.ts';
import { runConfere } from '../../support/service-process.ts';

describe('confere partitions split', () => {
  it('names the months that it made, is audited, and has nothing to do the second time', async (t) => {
    const place = await createTestDatabase(t, 'embedded');
    const open = () => openDatabase({ ...place, logger: createLogger({ level: 'silent' }) });
    {
      await using database = await open();
      await addRowsBeforePartitions(database, { months: 2, rows: 3, key: randomBytes(32) });
    }
    const env = { DATA_DIR: place.dataDir };
    const split = await runConfere(t, ['partitions', 'split', '--json'], env);
    assert.equal(split.status, 0, split.stderr);
    const { tables } = JSON.parse(split.stdout) as { tables: { table: string; months: string[] }[] };
    assert.deepEqual(
      tables.map(({ table, months }) => [table, months.length]),
      partitionedTables.map((table) => [table, 2]),
    );
    const again = await runConfere(t, ['partitions', 'split', '--rows-per-second', '5'], env);
    assert.equal(again.stdout, 'no table has rows from before partitions\n', again.stderr);
    const wrong = await runConfere(t, ['partitions', 'split', '--rows-per-second', '0'], env);
    assert.notEqual(wrong.status, 0);
    assert.match(wrong.stderr, /a number of rows above 0/);
    await using database = await open();
    const { rows } = await database.execute(
      "select outcome from audit_events where action = 'operator.partitions/split'",
    );
    assert.deepEqual(rows, [{ outcome: 'done' }, { outcome: 'done' }]);
  });
});
