import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { probePooler } from '../../../src/platform/db/check-server.ts';
import {
  copyRows,
  DatabaseError,
  lockWork,
  migrate,
  migrationsDirectory,
  type OpenDatabase,
  type OpenDatabaseOptions,
  openDatabase,
  planOnce,
  readMigrations,
  readSnapshot,
} from '../../../src/platform/db/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { openPgbouncer, type PgbouncerOptions, withoutPgbouncer } from '../../support/pgbouncer.ts';

const logger = createLogger({ level: 'silent' });
const planned = planOnce('select $1::int + 1 as next');
const isPlanned = 'select count(*)::int as plans from pg_prepared_statements where statement = $1';

const refusedAs = (code: string) => (error: unknown) => error instanceof DatabaseError && error.code === code;

async function openPlace(t: TestContext, options: PgbouncerOptions = {}) {
  const { databaseUrl, dataDir } = await createTestDatabase(t, 'postgres', { isEmpty: true });
  const pooledUrl = await openPgbouncer(t, databaseUrl!, options);
  const open = (more: Partial<OpenDatabaseOptions> = {}) =>
    openDatabase({ databaseUrl: pooledUrl, dataDir, startupTimeoutMs: 10_000, logger, ...more });
  return { directUrl: databaseUrl!, pooledUrl, open };
}

const countPlans = async (open: OpenDatabase) =>
  (await open.execute(isPlanned, [planned])).rows[0]!.plans as number;

const runPlanned = async (open: OpenDatabase, value: number) =>
  (await open.db.executeQuery<{ next: number }>(CompiledQuery.raw(planned, [value]))).rows[0]!.next;

describe('PgBouncer in transaction mode', { skip: withoutPgbouncer }, () => {
  it('is refused at the start without an address past it', async (t) => {
    const { open } = await openPlace(t);
    await assert.rejects(open(), refusedAs('database_direct_url_missing'));
  });

  it('is refused as the address past itself, as is the address of another database', async (t) => {
    const { open, pooledUrl } = await openPlace(t);
    const other = await createTestDatabase(t, 'postgres', { isEmpty: true });
    await assert.rejects(open({ directUrl: pooledUrl }), refusedAs('database_direct_url_wrong'));
    await assert.rejects(open({ directUrl: other.databaseUrl! }), refusedAs('database_direct_url_wrong'));
  });

  it('is told from PostgreSQL itself and from session mode', async (t) => {
    const transactions = await openPlace(t);
    const sessions = await openPlace(t, { mode: 'session' });
    await using through = await transactions.open({ directUrl: transactions.directUrl });
    await using alone = await sessions.open();
    assert.ok(through.kind === 'postgres' && alone.kind === 'postgres');
    assert.equal((await probePooler(through.pool)).kind, 'transaction');
    assert.equal((await probePooler(through.sessions)).kind, 'none');
    assert.equal((await probePooler(alone.pool)).kind, 'unknown');
  });

  it('plans statements once if the pooler keeps plans, and leaves it out otherwise', async (t) => {
    const { open, directUrl } = await openPlace(t, { poolSize: 1 });
    await using database = await open({ directUrl });
    assert.ok(database.kind === 'postgres');
    const { keepsPlans } = await probePooler(database.pool);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, value) => runPlanned(database, value)));
    assert.deepEqual(
      answers,
      answers.map((_, value) => value + 1),
    );
    assert.equal((await countPlans(database)) > 0, keepsPlans);
  });

  it('plans are made on PostgreSQL itself', async (t) => {
    const { directUrl, open } = await openPlace(t);
    await using database = await open({ databaseUrl: directUrl, poolSize: 1 });
    await runPlanned(database, 1);
    assert.equal(await countPlans(database), 1);
  });

  it('a lock keeps no connection of the pooler, and is one for all processes', async (t) => {
    const { open, directUrl } = await openPlace(t, { poolSize: 1 });
    await using one = await open({ directUrl });
    await using two = await open({ directUrl });
    {
      await using held = await lockWork(one, 'work');
      assert.ok(held !== undefined);
      assert.equal(await lockWork(two, 'work'), undefined);
      // The pooler's only connection is free.
      await Promise.all([one.ping(), two.ping()]);
    }
    // The run ends a wait in vain.
    let next: AsyncDisposable | undefined;
    while (next === undefined) next = await lockWork(two, 'work');
    await next[Symbol.asyncDispose]();
  });

  it('processes that start at once migrate once, while the pooler goes on', async (t) => {
    const { open, directUrl } = await openPlace(t, { poolSize: 2 });
    const opens = await Promise.all(Array.from({ length: 3 }, () => open({ directUrl })));
    t.after(() => Promise.all(opens.map((database) => database.close())));
    const applied = await Promise.all(opens.map((database) => migrate(database, migrationsDirectory)));
    assert.equal(applied.flat().length, (await readMigrations(migrationsDirectory)).length);
  });

  it('many processes with many connections share two of PostgreSQL', async (t) => {
    const { open, directUrl } = await openPlace(t, { poolSize: 2 });
    const opens = await Promise.all(Array.from({ length: 8 }, () => open({ directUrl, poolSize: 10 })));
    t.after(() => Promise.all(opens.map((database) => database.close())));
    await opens[0]!.execute('create table counted (who int, n int)');
    const write = (database: OpenDatabase, who: number, n: number) =>
      database.db.transaction().execute(async (tx) => {
        await sql`insert into counted values (${who}, ${n})`.execute(tx);
        const { rows } = await sql<{ found: number }>`
          select count(*)::int as found from counted where who = ${who} and n = ${n}`.execute(tx);
        assert.equal(rows[0]!.found, 1);
      });
    await Promise.all(
      opens.flatMap((database, who) => Array.from({ length: 40 }, (_, n) => write(database, who, n))),
    );
    const { rows } = await opens[0]!.execute(
      `select (select count(*)::int from counted) as written,
        (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
        current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout`,
    );
    assert.equal(rows[0]!.written, 320);
    // Two of the pooler; and of each process the one past it that its start opened.
    assert.ok((rows[0]!.connections as number) <= 2 + opens.length, String(rows[0]!.connections));
    assert.deepEqual([rows[0]!.zone, rows[0]!.timeout], ['UTC', '30s']);
  });

  it('warns of what the pooler could set and does not', async (t) => {
    const warningsOf = async (options: PgbouncerOptions) => {
      const { open, directUrl } = await openPlace(t, options);
      const warnings: string[] = [];
      const noting = { ...logger, warn: (message: string) => void warnings.push(message) } as typeof logger;
      await using _ = await open({ directUrl, logger: noting });
      return warnings;
    };
    assert.deepEqual(await warningsOf({}), []);
    const [endless, compiled, strict, ...more] = await warningsOf({
      connectQuery:
        'set statement_timeout to 0; set jit to on; set default_transaction_isolation to serializable',
    });
    assert.match(endless!, /no time limit/);
    assert.match(compiled!, /compile statements/);
    assert.match(strict!, /fail when they meet/);
    assert.deepEqual(more, []);
  });

  it('COPY in and out and a snapshot work', async (t) => {
    const { open, directUrl } = await openPlace(t);
    await using database = await open({ directUrl });
    await database.execute('create table copied (n int)');
    await copyRows(database, 'copied', ['n'], [[{ integer: 1 }], [{ integer: 2 }]], { isLossFine: true });
    const bytes = await readSnapshot(database, async ({ copyOut, rows }) => {
      assert.equal((await rows('select * from copied')).length, 2);
      let size = 0;
      for await (const chunk of copyOut({ table: 'copied', columns: ['n'] })) size += chunk.byteLength;
      return size;
    });
    assert.ok(bytes > 20);
  });

  it('a server that takes no writes is not answered for, although the pooler keeps the connection', async (t) => {
    const { open, directUrl } = await openPlace(t, { poolSize: 1 });
    await using database = await open({ directUrl });
    await database.ping();
    await database.execute('set default_transaction_read_only to on');
    await assert.rejects(database.ping(), refusedAs('database_unavailable'));
    await database.execute('set default_transaction_read_only to off');
    await database.ping();
  });
});
