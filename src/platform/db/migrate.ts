import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { toDatabaseError } from './driver-errors.ts';
import { DatabaseError } from './errors.ts';
import type { OpenDatabase } from './types.ts';
import { withClient } from './with-client.ts';

/** Where the migrations of this version lie. */
export const migrationsDirectory = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** One migration file: its name (`0001-platform.sql`), its SQL, and the hash that says whether it changed. */
export type Migration = {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
  /** The newest migration that a release must know to work on the schema afterwards; '0000' when any does. */
  readonly needs: string;
};

/** Which migrations take something away that releases before a number still use. */
const contractsFile = 'contracts.json';

// Any number will do that nothing else locks on; this one is the ASCII of "confere".
const advisoryLockKey = '27988542884540005';

/**
 * Brings the database to the newest of a folder's migrations and answers the names applied now. Each file runs
 * in a transaction of its own together with its row in `schema_migrations`: a failed one leaves nothing behind.
 * Several processes may call it at once; on PostgreSQL each transaction waits for the others' advisory lock.
 *
 * Throws `migrations_invalid` for another name or a number used twice, `database_unreleased` for a database that was made
 * before the first release, `migration_altered` when an applied file differs from what was applied, `database_newer` when the database has migrations that the folder lacks and that this
 * release cannot work with, and `migration_failed` with the driver's error as its cause. Nothing is applied in the
 * first four cases. Later migrations that only add are no reason to refuse: see docs/decisions/0187.
 *
 * `through` is the name of the last migration to apply; a later one that the database has is refused as above.
 */
export async function migrate(
  open: OpenDatabase,
  directory: string,
  { through }: { readonly through?: string | undefined } = {},
): Promise<readonly string[]> {
  const all = await readMigrations(directory);
  const migrations = through === undefined ? all : all.filter(({ name }) => name <= through);
  const appliedNow: string[] = [];
  for (;;) {
    const applied = await applyNext(open, migrations).catch((error: unknown) => {
      throw toDatabaseError(error);
    });
    if (applied === undefined) return appliedNow;
    appliedNow.push(applied);
  }
}

/** The migrations of a folder in order. Throws `migrations_invalid` unless each has a number of its own, from 0001. */
export async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const files = await readdir(directory);
  const names = files.filter((name) => name.endsWith('.sql')).sort();
  const contracts = files.includes(contractsFile)
    ? (JSON.parse(await readFile(join(directory, contractsFile), 'utf8')) as Readonly<Record<string, string>>)
    : {};
  return Promise.all(
    names.map(async (name, index) => {
      const number = numberOf(name);
      const before = index === 0 ? 0 : (numberOf(names[index - 1]!) ?? 0);
      if (number === undefined || number <= before) {
        throw new DatabaseError('migrations_invalid', {
          detail: `Found ${name} where a number above ${String(before).padStart(4, '0')} was expected.`,
        });
      }
      // A checkout may have turned the line ends; the statements are the same.
      const text = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      const sha256 = createHash('sha256').update(text).digest('hex');
      return { name, text, sha256, needs: contracts[name] ?? anyRelease };
    }),
  );
}

/**
 * Throws `database_older` when the database has migrations and lacks some of the folder's: whoever only works on it must
 * not upgrade it under the processes of an earlier release. Waits for a process that is migrating it. Throws what
 * `migrate` throws for other differences, too, and `database_empty` where no migration was applied but `mustHaveBegun`.
 */
export async function refuseOlder(
  open: OpenDatabase,
  directory: string,
  { mustHaveBegun = false }: { readonly mustHaveBegun?: boolean } = {},
): Promise<void> {
  const migrations = await readMigrations(directory);
  for (let before = 0; ; ) {
    const applied = await readAppliedMigrations(open);
    refuseDifference(applied, migrations);
    const next = migrations[applied.length];
    if (applied.length === 0 && mustHaveBegun) throw new DatabaseError('database_empty');
    if (applied.length === 0 || next === undefined) return;
    if (applied.length === before) {
      throw new DatabaseError('database_older', { detail: `The database lacks the migration ${next.name}.` });
    }
    before = applied.length;
    // Whoever migrates has no lock between two files.
    await setTimeout(betweenFilesMs);
    await inMigrationTransaction(open, async () => {});
  }
}

const betweenFilesMs = 300;

const anyRelease = '0000';

function numberOf(name: string): number | undefined {
  const digits = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export type AppliedMigration = Pick<Migration, 'name' | 'sha256' | 'needs'>;

const appliedQuery = 'select * from schema_migrations order by name';

/** The migrations that a database has, in order; none for one that was never migrated. */
export async function readAppliedMigrations(open: OpenDatabase): Promise<readonly AppliedMigration[]> {
  const { rows } = await open.execute("select to_regclass('schema_migrations') is not null as has");
  if (rows[0]?.has !== true) return [];
  return (await open.execute(appliedQuery)).rows as unknown as readonly AppliedMigration[];
}

type Statements = {
  script(text: string): Promise<void>;
  query(text: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]>;
};

async function applyNext(open: OpenDatabase, migrations: readonly Migration[]): Promise<string | undefined> {
  return inMigrationTransaction(open, async ({ script, query }) => {
    await script(`create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      needs text not null,
      applied_at timestamptz not null default now()
    )`);
    const applied = (await query(appliedQuery, [])) as AppliedMigration[];
    refuseDifference(applied, migrations);
    const next = migrations[applied.length];
    if (next === undefined) return undefined;
    try {
      await script(next.text);
    } catch (cause) {
      throw new DatabaseError('migration_failed', {
        detail: `${next.name}: ${cause instanceof Error ? cause.message : String(cause)}`,
        cause,
      });
    }
    await query('insert into schema_migrations (name, sha256, needs) values ($1, $2, $3)', [
      next.name,
      next.sha256,
      next.needs,
    ]);
    return next.name;
  });
}

/** Throws when the applied migrations are not the first of the folder's, unless later ones leave it what it needs. */
export function refuseDifference(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  const newest = migrations.at(-1)?.name.slice(0, 4) ?? anyRelease;
  const stranger = applied.find(({ name }, index) => name !== (migrations[index]?.name ?? name));
  if (stranger !== undefined) {
    throw new DatabaseError('database_unreleased', {
      detail: `The database has the migration ${stranger.name}, which is of no release. Start with an empty database.`,
    });
  }
  for (const [index, { name, sha256, needs }] of applied.entries()) {
    const migration = migrations[index];
    if (migration === undefined) {
      if (needs <= newest) continue;
      throw new DatabaseError('database_newer', {
        detail: `The database has the migration ${name}. This version cannot work with it.`,
      });
    }
    if (migration.sha256 !== sha256) {
      throw new DatabaseError('migration_altered', {
        detail: `The database has ${name}. The file of this version differs from it.`,
      });
    }
  }
}

async function inMigrationTransaction<T>(
  open: OpenDatabase,
  run: (statements: Statements) => Promise<T>,
): Promise<T> {
  if (open.kind === 'embedded') {
    return open.pglite.transaction((tx) =>
      run({
        script: async (text) => void (await tx.exec(text)),
        query: async (text, parameters) =>
          (await tx.query<Record<string, unknown>>(text, [...parameters])).rows,
      }),
    );
  }
  return await withClient(open.sessions, async (client) => {
    // Without a limit: another replica may be migrating, and a migration may rewrite a large table.
    await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLockKey]);
    const result = await run({
      script: async (text) => void (await client.query(text)),
      query: async (text, parameters) => (await client.query(text, [...parameters])).rows,
    });
    await client.query('commit');
    return result;
  });
}
