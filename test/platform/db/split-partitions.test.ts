import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createAuditLog, verifyAudit } from '../../../src/platform/audit/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import {
  dropPartitions,
  listPartitions,
  makePartitions,
  migrate,
  migrationsDirectory,
  type OpenDatabase,
  openDatabase,
  splitPartitions,
} from '../../../src/platform/db/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import {
  createTestDatabase,
  describeDatabases,
  openTestDatabase,
  type TestDatabaseAddress,
} from '../../support/database.ts';
import {
  addRowsBeforePartitions,
  countByPartition,
  idAt,
  monthsAgo,
  partitionedTables,
} from '../../support/rows-before-partitions.ts';

const logger = createLogger({ level: 'silent' });
const rowsPerSecond = 1_000_000;
const fast = { rowsPerSecond, signal: new AbortController().signal };

/** The names of a table's partitions of past months, oldest first. */
const monthNames = (table: string, months: number) =>
  Array.from({ length: months }, (_, index) => {
    return `${table}_${monthsAgo(months - index)
      .toISOString()
      .slice(0, 7)
      .replace('-', '_')}`;
  });

/** Every row of every table, as text. */
async function readAll(open: OpenDatabase): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const table of partitionedTables) {
    const { rows } = await open.execute(`select it::text as row from ${table} as it order by 1`);
    found[table] = rows.map(({ row }) => String(row));
  }
  return found;
}

/** Nothing is left of a move: no table, no trigger, no note. */
async function assertNothingLeft(open: OpenDatabase): Promise<void> {
  const { rows } = await open.execute(`
    select relname as name from pg_class where relname ~ '_moving$' or relname ~ '^(${partitionedTables.join('|')})_first$'
    union all select tgname from pg_trigger where tgname = 'moved_rows'
    union all select table_name from partition_moves
    union all select conname from pg_constraint where conname ~ '_bound$'`);
  assert.deepEqual(rows, []);
}

/** What a month is made with: keys, checks, references and triggers, and whether the whole has given them to it. */
async function describeMonth(open: OpenDatabase, name: string, table: string): Promise<unknown> {
  const { rows } = await open.execute(
    `select replace(pg_get_constraintdef(oid), '${name}', 'month') as definition, conparentid > 0 as is_of_whole
       from pg_constraint where conrelid = '${name}'::regclass
     union all select replace(replace(pg_get_indexdef(indexrelid), '${name}', 'month'), '${table}', 'whole'),
         exists (select from pg_inherits where inhrelid = indexrelid)
       from pg_index where indrelid = '${name}'::regclass
     union all select tgname, tgparentid > 0 from pg_trigger where tgrelid = '${name}'::regclass and not tgisinternal
     union all select array_to_string(reloptions, ','), false from pg_class where oid = '${name}'::regclass
     order by 1, 2`,
  );
  return rows;
}

describeDatabases('rows from before partitions', (kind) => {
  it('move into their months, which are like those that are made, with every row as it was', async (t) => {
    const open = await openTestDatabase(t, kind);
    const key = randomBytes(32);
    await addRowsBeforePartitions(open, { months: 3, rows: 40, key });
    await makePartitions(open, monthsAgo(0));
    const before = await readAll(open);
    const audited = await verifyAudit(open.db, key);
    assert.deepEqual(audited.faults, []);

    const split = await splitPartitions(open, fast);
    assert.deepEqual(
      split,
      partitionedTables.map((table) => ({ table, months: monthNames(table, 3) })),
    );
    assert.deepEqual(await readAll(open), before);
    const [newest] = monthNames('', 1);
    for (const table of partitionedTables) {
      const names = monthNames(table, 3);
      // Each month's audit events have two more, with which their log began.
      const count = table === 'audit_events' ? 42 : 40;
      const counts = Object.fromEntries(names.map((name) => [name, count]));
      assert.deepEqual(await countByPartition(open, table), counts);
      const partitions = (await listPartitions(open)).find(({ name }) => name === table)!.partitions;
      assert.deepEqual(
        partitions.slice(0, 4).map(({ from }) => from),
        [undefined, monthsAgo(2), monthsAgo(1), monthsAgo(0)],
      );
      const made = await describeMonth(open, partitions[3]!.name, table);
      assert.deepEqual(await describeMonth(open, `${table}${newest}`, table), made, table);
    }
    await assertNothingLeft(open);

    // The chain holds, also with the first three events of a new log; its rows cannot be changed; references hold.
    const log = createAuditLog({ db: open.db, key, clock: systemClock });
    await log.record({ actor: { kind: 'operator' }, action: 'person.read', outcome: 'done' });
    const { events, faults } = await verifyAudit(open.db, key);
    assert.deepEqual([events, faults], [audited.events + 3, []]);
    for (const text of ['delete from audit_events', `truncate ${monthNames('audit_events', 1)[0]}`]) {
      await assert.rejects(open.execute(text), /audit/i, text);
    }
    await assert.rejects(open.execute("delete from people where id = 'per_1'"), /attempts_person_id_fkey/);
    await open.execute("delete from webhook_endpoints where id = 'whe_1'");
    assert.deepEqual(await countByPartition(open, 'webhook_deliveries'), {});

    // Each month goes by itself, and a second run finds nothing to do.
    const { dropped } = await dropPartitions(open, {
      ...{ table: 'attempts', before: monthsAgo(2) },
      mayGo: async () => true,
    });
    assert.deepEqual(dropped, monthNames('attempts', 3).slice(0, 1));
    assert.deepEqual(await splitPartitions(open, fast), []);
  });

  it('are all in their months after a run that was killed, and the next run goes on', async (t) => {
    const address = await createTestDatabase(t, kind);
    const key = randomBytes(32);
    let before: Record<string, readonly string[]>;
    {
      await using open = await openDatabase({ ...address, logger });
      await addRowsBeforePartitions(open, { months: 3, rows: kind === 'embedded' ? 300 : 1_500, key });
      before = await readAll(open);
    }
    const positions = [];
    for (let round = 1; round <= 3; round += 1) {
      positions.push(await killAfterStep(address));
      await using open = await openDatabase({ ...address, logger });
      assert.deepEqual(await readAll(open), before);
    }
    assert.equal(new Set(positions).size, positions.length, 'each run was further than the one before');
    await using open = await openDatabase({ ...address, logger });
    assert.ok((await splitPartitions(open, fast)).length > 0);
    assert.deepEqual(await readAll(open), before);
    await assertNothingLeft(open);
    assert.deepEqual((await verifyAudit(open.db, key)).faults, []);
  });

  it('keep what changed while they were copied', async (t) => {
    const open = await openTestDatabase(t, kind);
    await addRowsBeforePartitions(open, { months: 2, rows: 3_000, key: randomBytes(32) });
    const [old, late] = [monthsAgo(2), monthsAgo(1)];
    const seen = new Set<string>();
    let changes = 0;
    const pending: Promise<unknown>[] = [];
    await splitPartitions(open, {
      ...fast,
      onProgress({ table }) {
        seen.add(table);
        if (table !== 'attempts') return;
        // One statement each, as the service writes them; all are waited for with the next copy.
        changes += 1;
        const id = (at: Date, number: number) => idAt('att', at, number);
        pending.push(
          open.execute('update attempts set is_alive = false where id = any($1)', [
            [id(old, changes), id(late, 3_000 - changes)],
          ]),
          open.execute('delete from attempts where id = any($1)', [
            [id(old, 1_000 + changes), id(late, 1_000)],
          ]),
          open.execute(
            `insert into attempts select $2, created_at, client_id, person_id, null, null, similarity, is_face_match,
               liveness_probability, is_alive, is_match, decision from attempts where id = $1`,
            [id(late, 2_000 + changes), id(old, 100_000 + changes)],
          ),
        );
      },
    });
    await Promise.all(pending);
    assert.ok(changes > 1, 'copied in several steps');
    assert.deepEqual([...seen], [...partitionedTables]);
    const { rows } = await open.execute(`select count(*)::int as count,
      count(*) filter (where not is_alive)::int as updated, count(*) filter (where registered_image_id is null and received_image_id is null)::int as late
      from attempts`);
    assert.deepEqual(rows, [{ count: 6_000 - changes - 1 + changes, updated: 2 * changes, late: changes }]);
    await assertNothingLeft(open);
  });

  it('stay where they are when the copy differs, when a migration comes, and when they are dropped', async (t) => {
    const open = await openTestDatabase(t, kind);
    await addRowsBeforePartitions(open, { months: 2, rows: 300, key: randomBytes(32) });
    await makePartitions(open, monthsAgo(0));
    const before = await readAll(open);
    const stopAt = async (table: string, onStop: () => Promise<unknown>) => {
      const stop = new AbortController();
      const run = splitPartitions(open, {
        ...{ rowsPerSecond: 1, signal: stop.signal },
        onProgress: (progress) => progress.table === table && stop.abort(),
      });
      await assert.rejects(run, { name: 'AbortError' });
      await onStop();
    };
    await stopAt('attempts', () => open.execute("delete from attempts_moving where id like '%1'"));
    await assert.rejects(splitPartitions(open, fast), { code: 'partitions_split_unequal' });
    assert.deepEqual(await readAll(open), before);

    // A migration takes back what was begun: the copy lacks what it changes.
    const later = await mkdtemp(join(tmpdir(), 'confere-later-'));
    t.after(() => rm(later, { recursive: true }));
    await cp(migrationsDirectory, later, { recursive: true });
    await writeFile(join(later, '9000-colour.sql'), 'ALTER TABLE attempts ADD COLUMN colour text;');
    await stopAt('attempts', () => migrate(open, later));
    assert.deepEqual((await open.execute('select * from partition_moves')).rows, []);
    await open.execute("update attempts set colour = 'red'");

    // Retention may take the first partition before it is split.
    await stopAt('attempts', () =>
      dropPartitions(open, { table: 'attempts', before: monthsAgo(0), mayGo: async () => true }),
    );
    const split = await splitPartitions(open, fast);
    assert.deepEqual(
      split.map(({ table }) => table),
      partitionedTables.filter((table) => table !== 'attempts'),
    );
    assert.deepEqual(await countByPartition(open, 'attempts'), {});
    await assertNothingLeft(open);
  });

  if (kind === 'postgres') {
    it('are in every answer, and those who read as at an earlier moment are waited for', async (t) => {
      const open = await openTestDatabase(t, kind);
      if (open.kind !== 'postgres') return;
      await addRowsBeforePartitions(open, { months: 2, rows: 2_000, key: randomBytes(32) });
      const backup = await open.pool.connect();
      await backup.query('begin isolation level repeatable read; select 1');
      const counted = new Set<number>();
      let isOver = false;
      const reading = (async () => {
        while (!isOver) {
          const { rows } = await open.execute('select count(*)::int as count from attempts');
          counted.add(Number(rows[0]?.count));
        }
      })();
      const splitting = splitPartitions(open, fast).finally(() => {
        isOver = true;
      });
      for (let turn = 0; (await findBlock(open)) !== 'copied'; turn += 1) {
        assert.ok(turn < 1_000, 'copied in the end');
        await delay(20);
      }
      // Everything of the first table is copied; its place is not taken while the backup may come to it.
      assert.deepEqual(Object.keys(await countByPartition(open, 'attempts')), ['attempts_first']);
      const { rows } = await backup.query('select count(*)::int as count from attempts');
      assert.deepEqual(rows, [{ count: 4_000 }]);
      await backup.query('commit');
      backup.release();
      await splitting;
      await reading;
      assert.deepEqual([...counted], [4_000]);
      await assertNothingLeft(open);
    });
  }
});

/** How far the first table is. */
async function findBlock(open: OpenDatabase): Promise<'copied' | 'not copied'> {
  const { rows } = await open.execute(
    `select coalesce(next_block * 8192 >= pg_relation_size(partition), false) as has from partition_moves`,
  );
  return rows[0]?.has === true ? 'copied' : 'not copied';
}

const script = `
  const base = ${JSON.stringify(new URL('../../../src/platform/', import.meta.url).href)};
  const { openDatabase, splitPartitions } = await import(base + 'db/index.ts');
  const { createLogger } = await import(base + 'log.ts');
  const [dataDir, databaseUrl] = process.argv.slice(1);
  const open = await openDatabase({ dataDir, databaseUrl, logger: createLogger({ level: 'silent' }) });
  const signal = new AbortController().signal;
  const onProgress = ({ table, done }) => process.stdout.write(table + ' ' + done + '\\n');
  await splitPartitions(open, { rowsPerSecond: 3000, signal, onProgress });
`;

/** Kills a process that splits once it has told of a step, and gives the step. */
async function killAfterStep({ dataDir, databaseUrl }: TestDatabaseAddress): Promise<string> {
  const args = ['--input-type=module', '--eval', script, dataDir, ...(databaseUrl ? [databaseUrl] : [])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let step: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    step ??= line;
    child.kill('SIGKILL');
  }
  const [, signal] = await exited;
  assert.equal(signal, 'SIGKILL', 'it was killed before its end');
  return step!;
}
