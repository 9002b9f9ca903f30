import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { AbortedTransactionError, sql } from 'kysely';
import { isConnectionError } from '../../../src/platform/db/driver-errors.ts';
import {
  DatabaseError,
  isForeignKeyViolation,
  isUniqueViolation,
  jsonb,
  type OpenDatabase,
  openDatabase,
} from '../../../src/platform/db/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import {
  createTestDatabase,
  describeDatabases,
  openTestDatabase,
  testDatabaseKinds,
} from '../../support/database.ts';

const logger = createLogger({ level: 'silent' });
const withPostgres = {
  skip: testDatabaseKinds().includes('postgres') ? false : 'CONFERE_TEST_DATABASE_URL is not set',
};

function isDatabaseError(code: string) {
  return (error: unknown) => error instanceof DatabaseError && error.code === code;
}

async function selectOne<T>(open: OpenDatabase, text: string): Promise<T> {
  const { rows } = await sql.raw<T>(text).execute(open.db);
  return rows[0]!;
}

describeDatabases('open database', (kind) => {
  it('hands out each column type in one form', async (t) => {
    const open = await openTestDatabase(t, kind);
    const row = await selectOne<Record<string, unknown>>(
      open,
      `select '\\x00ff10'::bytea as bytes, ''::bytea as no_bytes, timestamptz '2026-07-01 12:00:00.123-03' as instant,
        9007199254740991::bigint as big, (select count(*) from (values (1), (2)) v) as counted,
        date '2026-07-01' as day, 1.50::numeric as amount, '{"a":[1,null]}'::jsonb as document,
        array[1, 2]::bigint[] as bigs, '{}'::bigint[] as no_bigs, array['x', 'y,"z']::text[] as texts,
        array[date '2026-07-01', null]::date[] as days, true as yes, null::text as nothing,
        interval '90 minutes' as span, timestamp '2026-07-01 12:00' as local_time`,
    );
    assert.deepEqual(row, {
      bytes: Buffer.from([0, 255, 16]),
      no_bytes: Buffer.alloc(0),
      instant: new Date('2026-07-01T15:00:00.123Z'),
      big: 9007199254740991,
      counted: 2,
      day: '2026-07-01',
      amount: '1.50',
      document: { a: [1, null] },
      bigs: [1, 2],
      no_bigs: [],
      texts: ['x', 'y,"z'],
      days: ['2026-07-01', null],
      yes: true,
      nothing: null,
      span: '01:30:00',
      local_time: '2026-07-01 12:00:00',
    });
  });

  it('refuses a bigint that a number cannot hold, and goes on working', async (t) => {
    const open = await openTestDatabase(t, kind);
    await assert.rejects(selectOne(open, 'select 9007199254740992::bigint as big'), RangeError);
    assert.deepEqual(await selectOne(open, 'select 1::bigint as big'), { big: 1 });
  });

  it('takes each kind of parameter in one form', async (t) => {
    const open = await openTestDatabase(t, kind);
    await open.execute(
      'create table things (bytes bytea, instant timestamptz, document jsonb, words text[], big bigint, day date)',
    );
    const instant = new Date('2026-07-01T15:00:00.123Z');
    await sql`insert into things values (${Buffer.from([1, 2])}, ${instant}, ${jsonb([{ a: "it's" }])},
      ${['a', 'b']}, ${5_000_000_000}, ${'2026-07-01'})`.execute(open.db);
    await sql`insert into things (bytes, document) values (${Uint8Array.of(3)}, ${jsonb('text')})`.execute(
      open.db,
    );
    const { rows } = await sql`select * from things order by big`.execute(open.db);
    assert.deepEqual(rows[0], {
      bytes: Buffer.from([1, 2]),
      instant,
      document: [{ a: "it's" }],
      words: ['a', 'b'],
      big: 5_000_000_000,
      day: '2026-07-01',
    });
    assert.deepEqual((rows[1] as { bytes: Buffer }).bytes, Buffer.from([3]));
    assert.equal((rows[1] as { document: unknown }).document, 'text');
    const { rows: found } = await sql<{
      n: number;
    }>`select count(*) as n from things where big = any(${[5_000_000_000]})`.execute(open.db);
    assert.equal(found[0]?.n, 1);
  });

  it('keeps the statements of others out of a transaction, and rolls it back whole', async (t) => {
    const open = await openTestDatabase(t, kind);
    await open.execute('create table counted (n int)');
    const failure = new Error('roll back');
    const transaction = open.db.transaction().execute(async (tx) => {
      await sql`insert into counted values (1)`.execute(tx);
      await new Promise((resolve) => setImmediate(resolve));
      await sql`insert into counted values (2)`.execute(tx);
      throw failure;
    });
    const outside = sql`insert into counted values (3)`.execute(open.db);
    const script = open.execute('insert into counted values (4); insert into counted values (5)');
    await assert.rejects(transaction, failure);
    await Promise.all([outside, script]);
    assert.deepEqual(await selectOne(open, 'select array_agg(n order by n) as all from counted'), {
      all: [3, 4, 5],
    });
  });

  it('leaves no broken transaction behind a script that failed half way', async (t) => {
    const open = await openTestDatabase(t, kind);
    const broken = open.execute('begin; create table half (n int); select 1 / 0; commit');
    const meanwhile = sql`select 1 as n`.execute(open.db);
    await assert.rejects(broken, (error: { code?: string }) => error.code === '22012');
    assert.equal((await meanwhile).rows.length, 1);
    assert.deepEqual(await selectOne(open, `select to_regclass('half') is null as absent`), { absent: true });
    await open.db.transaction().execute((tx) => sql`select 1`.execute(tx));
  });

  it('does not call a transaction committed that swallowed the failure of a statement', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await sql`create table rows_of (n int primary key)`.execute(db);
    const swallowing = db.transaction().execute(async (tx) => {
      await sql`insert into rows_of values (1)`.execute(tx);
      await sql`insert into rows_of values (1)`.execute(tx).catch(() => {});
    });
    await assert.rejects(swallowing, AbortedTransactionError);
    assert.deepEqual((await sql`select n from rows_of`.execute(db)).rows, []);
    const settings = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => sql`show transaction_isolation`.execute(tx));
    assert.deepEqual(settings.rows, [{ transaction_isolation: 'repeatable read' }]);
  });

  it('tells broken constraints by their kind and name', async (t) => {
    const open = await openTestDatabase(t, kind);
    await open.execute(
      'create table parents (id int primary key); create table children (parent int references parents (id))',
    );
    await open.execute('insert into parents values (1)');
    const twice = await sql`insert into parents values (1)`.execute(open.db).catch((error) => error);
    assert.ok(isUniqueViolation(twice) && isUniqueViolation(twice, 'parents_pkey'));
    assert.ok(!isUniqueViolation(twice, 'other') && !isForeignKeyViolation(twice));
    const orphan = await sql`insert into children values (2)`.execute(open.db).catch((error) => error);
    assert.ok(isForeignKeyViolation(orphan, 'children_parent_fkey') && !isUniqueViolation(orphan));
  });

  it('answers a ping until it is closed, and closes twice without complaint', async (t) => {
    const address = await createTestDatabase(t, kind, { isEmpty: true });
    const open = await openDatabase({ ...address, logger });
    await open.ping();
    await Promise.all([open.close(), open.close()]);
    await assert.rejects(open.ping(), isDatabaseError('database_unavailable'));
  });

  it('reads instants in UTC whatever the machine says', async (t) => {
    const open = await openTestDatabase(t, kind);
    const text = `select (timestamptz '2026-07-01 23:30:00-03')::date as day, current_setting('TimeZone') as zone`;
    assert.deepEqual(await selectOne(open, text), { day: '2026-07-02', zone: 'UTC' });
  });

  it('keeps what was written over a close', async (t) => {
    const address = await createTestDatabase(t, kind, { isEmpty: true });
    {
      await using open = await openDatabase({ ...address, logger });
      await open.execute('create table kept (n int); insert into kept values (7)');
    }
    await using again = await openDatabase({ ...address, logger });
    assert.deepEqual(await selectOne(again, 'select n from kept'), { n: 7 });
  });
});

it('PostgreSQL that nobody answers for is waited for, then reported without its address', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const databaseUrl = `postgres://somebody:hidden@127.0.0.1:${port}/confere`;
  await assert.rejects(
    openDatabase({ databaseUrl, dataDir: '/nonexistent', startupTimeoutMs: 250, logger }),
    (error: Error) =>
      isDatabaseError('database_unavailable')(error) && !/hidden|somebody/.test(error.message),
  );
});

const certificate = (path: string) => ({
  databaseUrl: `postgres://somebody@127.0.0.1:1/confere?sslmode=verify-full&sslrootcert=${path}`,
  dataDir: '/nonexistent',
  startupTimeoutMs: 250,
  logger,
});

for (const path of ['/nowhere/root.crt', '/nowhere/ssl/certificate.pem']) {
  it(`PostgreSQL whose certificate of authority is not there yet is waited for as well: ${path}`, async () => {
    await assert.rejects(openDatabase(certificate(path)), isDatabaseError('database_unavailable'));
  });
}

it('PostgreSQL whose certificate of authority cannot be read is refused at once', async () => {
  await assert.rejects(openDatabase(certificate('/proc')), isDatabaseError('database_refused'));
});

it(
  'a statement that waited for a connection fails where the certificate has gone meanwhile, and no process ends',
  withPostgres,
  async (t) => {
    const { databaseUrl, dataDir } = await createTestDatabase(t, 'postgres');
    const folder = await mkdtemp(join(tmpdir(), 'confere-certificate-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'root.crt');
    await writeFile(file, '');
    const url = `${databaseUrl}?sslmode=disable&sslrootcert=${file}`;
    await using open = await openDatabase({ databaseUrl: url, dataDir, logger, poolSize: 1 });
    const first = open.execute('select pg_terminate_backend(pg_backend_pid()) from pg_sleep(0.5)');
    const waiting = open.execute('select 1');
    await rm(file);
    await assert.rejects(first, isDatabaseError('database_unavailable'));
    await assert.rejects(waiting, isDatabaseError('database_unavailable'));
    await writeFile(file, '');
    assert.deepEqual((await open.execute('select 1 as one')).rows, [{ one: 1 }]);
  },
);

it('PostgreSQL without the named database is refused at once', withPostgres, async (t) => {
  const { databaseUrl, dataDir } = await createTestDatabase(t, 'postgres');
  const url = `${databaseUrl}_absent`;
  await assert.rejects(
    openDatabase({ databaseUrl: url, dataDir, logger }),
    isDatabaseError('database_refused'),
  );
});

it('a connection that PostgreSQL ends is reported as unavailable and replaced', withPostgres, async (t) => {
  const open = await openTestDatabase(t, 'postgres');
  const killed = open.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(open.db);
    await sql`select 1`.execute(tx);
  });
  await assert.rejects(
    killed,
    (error: Error) => isDatabaseError('database_unavailable')(error) && isConnectionError(error.cause),
  );
  await open.ping();
  await open.db.transaction().execute((tx) => sql`select 1`.execute(tx));
});

it('a statement over its time limit is reported as such', withPostgres, async (t) => {
  const { databaseUrl, dataDir } = await createTestDatabase(t, 'postgres');
  await using open = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 50, logger });
  await assert.rejects(sql`select pg_sleep(30)`.execute(open.db), isDatabaseError('database_timeout'));
});

it('values are read right where the database writes dates and bytes another way', withPostgres, async (t) => {
  const { databaseUrl, dataDir } = await createTestDatabase(t, 'postgres');
  {
    await using open = await openDatabase({ databaseUrl, dataDir, logger });
    const name = sql.id(new URL(databaseUrl!).pathname.slice(1));
    await sql`alter database ${name} set datestyle to 'SQL, DMY'`.execute(open.db);
    await sql`alter database ${name} set timezone to 'America/Sao_Paulo'`.execute(open.db);
    await sql`alter database ${name} set bytea_output to 'escape'`.execute(open.db);
  }
  await using open = await openDatabase({ databaseUrl, dataDir, logger });
  const text = `select timestamptz '2026-03-02 01:30:00Z' as at, date '2026-03-02' as day, '\\x00ff'::bytea as key`;
  assert.deepEqual(await selectOne(open, text), {
    at: new Date('2026-03-02T01:30:00Z'),
    day: '2026-03-02',
    key: Buffer.from([0, 255]),
  });
});

it(
  'transactions see what others commit, where the database begins them otherwise',
  withPostgres,
  async (t) => {
    const { databaseUrl, dataDir } = await createTestDatabase(t, 'postgres');
    {
      await using open = await openDatabase({ databaseUrl, dataDir, logger });
      const name = sql.id(new URL(databaseUrl!).pathname.slice(1));
      await sql`alter database ${name} set default_transaction_isolation to 'serializable'`.execute(open.db);
    }
    await using open = await openDatabase({ databaseUrl, dataDir, logger });
    const text = `select current_setting('transaction_isolation') as level`;
    assert.deepEqual(await selectOne(open, text), { level: 'read committed' });
  },
);

it('no statement is compiled, however much PostgreSQL expects it to cost', withPostgres, async (t) => {
  const { databaseUrl, dataDir } = await createTestDatabase(t, 'postgres');
  await using open = await openDatabase({ databaseUrl, dataDir, logger });
  await open.db.connection().execute(async (db) => {
    await sql`set jit_above_cost to 0`.execute(db);
    const explain = () => sql`explain (analyze, format json) select count(*) from pg_class`.execute(db);
    const isCompiled = ({ rows }: Awaited<ReturnType<typeof explain>>) =>
      JSON.stringify(rows).includes('"JIT"');
    assert.equal(isCompiled(await explain()), false);
  });
});

it('the event loop turns between statements of the embedded database', async (t) => {
  const { dataDir } = await createTestDatabase(t, 'embedded');
  await using open = await openDatabase({ dataDir, logger });
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  t.after(() => clearImmediate(counting));
  const statements = 20;
  // Each takes far longer than statements may take in one turn.
  for (let i = 0; i < statements; i += 2) {
    await sql`select sum(n) from generate_series(1, 200000) as n`.execute(open.db);
    await open.execute('select sum(n) from generate_series(1, 200000) as n');
  }
  assert.ok(turns >= statements - 1, `${turns}`);
});

it('a pool without a free connection is reported as unavailable', withPostgres, async (t) => {
  const { databaseUrl, dataDir } = await createTestDatabase(t, 'postgres');
  await using open = await openDatabase({ databaseUrl, dataDir, poolSize: 1, connectTimeoutMs: 50, logger });
  await open.db.connection().execute(async () => {
    await assert.rejects(sql`select 1`.execute(open.db), isDatabaseError('database_unavailable'));
    await assert.rejects(open.ping(), isDatabaseError('database_unavailable'));
  });
});

it(
  'a server that takes no writes, as a standby, is none: its connections are not kept',
  withPostgres,
  async (t) => {
    const { databaseUrl, dataDir } = await createTestDatabase(t, 'postgres');
    const open = await openDatabase({ databaseUrl, dataDir, logger });
    t.after(() => open.close());
    const name = new URL(databaseUrl!).pathname.slice(1);
    const turn = (state: 'on' | 'off') =>
      open.execute(`alter database ${name} set default_transaction_read_only to ${state}`);
    await turn('on');
    await assert.rejects(
      openDatabase({ databaseUrl, dataDir, startupTimeoutMs: 250, logger }),
      isDatabaseError('database_unavailable'),
    );
    await open.ping();
    // As when it is set for the whole server: sessions that are open obey too.
    await open.execute('set default_transaction_read_only to on');
    await assert.rejects(open.ping(), isDatabaseError('database_unavailable'));
    await open.execute('set default_transaction_read_only to off');
    await turn('off');
    await open.ping();
    await using again = await openDatabase({ databaseUrl, dataDir, logger });
    await again.ping();
  },
);
