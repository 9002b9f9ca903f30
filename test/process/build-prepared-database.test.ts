import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  migrate,
  migrationsDirectory,
  type OpenDatabase,
  openDatabase,
} from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { buildPreparedDatabase } from '../../src/process/build-prepared-database.ts';

const logger = createLogger({ level: 'silent' });

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-prepared-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const ours = "n.nspname = 'public'";

/** Everything that a migration can make, as the database describes it. Identifiers of objects are not in it. */
const catalogues: Readonly<Record<string, string>> = {
  columns: `select table_schema, table_name, column_name, ordinal_position, data_type, udt_name, is_nullable,
      column_default, is_identity, generation_expression, collation_name
    from information_schema.columns where table_schema = 'public' order by 1, 2, 4`,
  relations: `select n.nspname, c.relname, c.relkind, c.relpersistence, c.relacl::text, c.reloptions::text,
      pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} order by 1, 2`,
  indexes: `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  constraints: `select c.conrelid::regclass::text as of, c.conname, pg_get_constraintdef(c.oid) as def
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${ours} order by 1, 2`,
  triggers: 'select pg_get_triggerdef(oid) as def from pg_trigger where not tgisinternal order by 1',
  functions: `select pg_get_functiondef(p.oid) as def from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${ours} and p.prokind = 'f' order by 1`,
  types: `select n.nspname, t.typname, t.typtype, array(select e.enumlabel::text from pg_enum e
      where e.enumtypid = t.oid order by e.enumsortorder) as labels
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${ours} order by 1, 2`,
  sequences: `select schemaname, sequencename, start_value, increment_by, last_value from pg_sequences order by 1, 2`,
  extensions: 'select extname, extversion from pg_extension order by 1',
  comments: `select obj_description(c.oid, 'pg_class') as comment, c.relname from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and obj_description(c.oid, 'pg_class') is not null order by 2`,
  // Those of a language are there once a function of it has run.
  settings: `select name, setting from pg_settings where name not in ('TimeZone', 'log_timezone')
    and name not like 'plpgsql.%' and source not in ('session', 'client') order by 1`,
};

async function describeDatabase(open: OpenDatabase) {
  const described: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(catalogues)) described[name] = (await open.execute(query)).rows;
  const { rows: tables } = await open.execute(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind = 'r' order by 1`,
  );
  const contents: Record<string, unknown> = {};
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await open.execute(`select to_jsonb(t) as row from ${name} t`);
    if (rows.length > 0) contents[name] = rows.map(({ row }) => withoutTimes(row as object)).sort();
  }
  return { ...described, contents };
}

/** A row as text, without the hours at which it was written, and at which its work was done, if it was. */
function withoutTimes(row: object): string {
  const isTime = (name: string, value: unknown) =>
    /^\d{4}-\d\d-\d\dT\d\d:/.test(String(value)) || (value === null && name.endsWith('_on'));
  const kept = Object.entries(row).filter(([name, value]) => !isTime(name, value));
  return JSON.stringify(Object.fromEntries(kept));
}

describe('the prepared database', () => {
  it('is what the migrations make from nothing: objects, settings and rows', async (t) => {
    const folder = await makeFolder(t);
    await writeFile(join(folder, 'database-of-other-migrations.br'), '');
    const startedAt = Date.now();
    const prepared = await buildPreparedDatabase(folder);
    assert.deepEqual(
      (await readdir(folder)).map((name) => join(folder, name)),
      [prepared],
    );
    assert.equal(await buildPreparedDatabase(folder), prepared);

    await using copy = await openDatabase({ dataDir: await makeFolder(t), prepared, logger });
    const { rows } = await copy.execute('select min(applied_at) as at from schema_migrations');
    assert.ok((rows[0] as { at: Date }).at.getTime() >= startedAt);
    assert.deepEqual(await migrate(copy, migrationsDirectory), []);

    const dataDir = await makeFolder(t);
    {
      await using open = await openDatabase({ dataDir, logger });
      assert.ok((await migrate(open, migrationsDirectory)).length > 10);
    }
    // Settings of libraries are listed by a process that loaded them.
    await using made = await openDatabase({ dataDir, logger });

    const expected = await describeDatabase(made);
    const actual = await describeDatabase(copy);
    for (const name of Object.keys(expected)) {
      assert.deepEqual(actual[name as keyof typeof actual], expected[name as keyof typeof expected], name);
    }
    assert.ok((expected as unknown as { columns: readonly object[] }).columns.length > 500);
  });

  it('is changed by migrations that come after it, and keeps what was written', async (t) => {
    const prepared = await buildPreparedDatabase();
    const dataDir = await makeFolder(t);
    {
      await using open = await openDatabase({ dataDir, prepared, logger });
      await open.execute('create table kept (n int); insert into kept values (1)');
    }
    // A folder that holds a database is not replaced.
    await using again = await openDatabase({ dataDir, prepared, logger });
    assert.deepEqual((await again.execute('select n from kept')).rows, [{ n: 1 }]);
  });
});
