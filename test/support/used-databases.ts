import type { OpenDatabase } from '../../src/platform/db/index.ts';

/** A database that runs, what it had before its first test, and how many tests have used it. */
type Used = {
  readonly open: OpenDatabase;
  readonly shape: string;
  /** Inserts the rows of the tables that were not empty. */
  readonly refill: string;
  uses: number;
};

/** What tests write to the log of PostgreSQL is kept until the database is closed. */
const mostUses = 40;

const waiting: Used[] = [];

/**
 * A database that an earlier test of this process has left, emptied; one that `make` opens where there is none. `leave`
 * is called after the test. A database that a test closes or alters serves no other test.
 */
export async function reuseDatabase(
  make: () => Promise<OpenDatabase>,
): Promise<{ readonly open: OpenDatabase; leave(): Promise<void> }> {
  const used = waiting.pop() ?? (await begin(await make()));
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    await used.open.close();
  };
  return {
    open: { ...used.open, close, [Symbol.asyncDispose]: close },
    async leave() {
      used.uses += 1;
      if (isClosed) return;
      if (used.uses < mostUses && (await makeEmpty(used))) waiting.push(used);
      else await used.open.close();
    },
  };
}

async function begin(open: OpenDatabase): Promise<Used> {
  const refill: string[] = [];
  for (const { name } of (await open.execute(`select relname as name from pg_class where ${written}`)).rows) {
    const { rows } = await open.execute(`select jsonb_agg(to_jsonb(t))::text as rows from ${name} as t`);
    const json = rows[0]!.rows;
    if (json === null) continue;
    refill.push(
      `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $rows$${json}$rows$);`,
    );
  }
  return { open, shape: await describeShape(open), refill: refill.join('\n'), uses: 0 };
}

/** Of `pg_class`: the tables that are stored and not empty, but for the list of migrations. */
const written = `relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
  and relname <> 'schema_migrations'`;

/** Puts back the rows and the settings that there were. False when a test has altered more than that. */
async function makeEmpty({ open, shape, refill }: Used): Promise<boolean> {
  await open.execute(`
    reset all; set timezone to 'UTC'; set wal_init_zero to off; discard temp; discard sequences; unlisten *;
    set session_replication_role to replica;
    do $$
    declare names text;
    begin
      select string_agg(quote_ident(relname), ', ') into names from pg_class where ${written};
      if names is not null then execute 'truncate ' || names || ' restart identity cascade'; end if;
    end $$;
    ${refill}
    reset session_replication_role`);
  return (await describeShape(open)) === shape;
}

/** Tables, columns, rules, functions, roles and settings, as one text. */
async function describeShape(open: OpenDatabase): Promise<string> {
  const { rows } = await open.execute(`
    select jsonb_build_array(
      (select array[count(*), sum(hashtext(concat(relname, relkind, relpersistence)))] from pg_class),
      (select array[count(*), sum(hashtext(concat(attname, atttypid, attnotnull)))] from pg_attribute),
      (select array[count(*), sum(hashtext(concat(conname, convalidated)))] from pg_constraint),
      (select array[count(*), sum(hashtext(concat(tgname, tgenabled)))] from pg_trigger),
      (select array[count(*), sum(hashtext(prosrc))] from pg_proc where pronamespace = 'public'::regnamespace),
      (select count(*) from pg_authid), (select count(*) from pg_namespace),
      (select count(*) from pg_prepared_xacts), (select count(*) from pg_db_role_setting),
      (select count(*) from pg_file_settings), (select count(*) from schema_migrations)
    )::text as shape`);
  return String(rows[0]!.shape);
}
