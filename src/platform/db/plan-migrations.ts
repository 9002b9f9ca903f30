import { readAppliedMigrations, readMigrations, refuseDifference } from './migrate.ts';
import type { OpenDatabase } from './types.ts';

/**
 * The effect of a statement on those who use its table meanwhile: `none`; `brief` takes an exclusive lock for a
 * moment, once nobody else has one; `blocks-writes` lets others read until it ends; `blocks-all` lets nobody in.
 */
export type MigrationEffect = 'none' | 'brief' | 'blocks-writes' | 'blocks-all';

export type PlannedStatement = {
  /** Its first words, such as `CREATE INDEX attempts_person_id`. */
  readonly summary: string;
  /** The table it changes, when it is there already. */
  readonly table?: string;
  /** Rows of that table by the database's own estimate. */
  readonly rows: number;
  readonly effect: MigrationEffect;
  /** At the speed measured in docs/reference/performance.md; a machine with slow disks takes longer. */
  readonly estimatedSeconds: number;
};

export type PlannedMigration = {
  readonly name: string;
  /** The newest migration that a release must know to work on the schema afterwards; '0000' when any does. */
  readonly needs: string;
  readonly statements: readonly PlannedStatement[];
};

/** Rows a second that an index or a rewriting statement takes; see docs/reference/performance.md, Migrations. */
const rowsPerSecond = 100_000;

/**
 * The plan of the next `migrate`, without changing anything. The first words classify each statement; the statistics of
 * the database give the sizes of tables. Rejects as `migrate` does. NOT foreseen: the time that a statement waits for transactions
 * that hold its table.
 */
export async function planMigrations(
  open: OpenDatabase,
  directory: string,
): Promise<readonly PlannedMigration[]> {
  const migrations = await readMigrations(directory);
  const applied = await readAppliedMigrations(open);
  refuseDifference(applied, migrations);
  const sizes = await readTableSizes(open);
  return migrations.slice(applied.length).map(({ name, text, needs }) => ({
    name,
    needs,
    statements: splitStatements(text).map((statement) => {
      const planned = judge(statement, sizes);
      followRename(statement, sizes);
      return planned;
    }),
  }));
}

/** A table under a new name keeps its rows, and one that is then made under the old name has none. */
function followRename(statement: string, sizes: Map<string, number>): void {
  const [, from, to] = /^alter table (\w+) rename to (\w+)/i.exec(statement) ?? [];
  const rows = from === undefined ? undefined : sizes.get(from);
  if (from === undefined || to === undefined || rows === undefined) return;
  sizes.delete(from);
  sizes.set(to, rows);
}

async function readTableSizes(open: OpenDatabase): Promise<Map<string, number>> {
  const { rows } = await open.execute(
    `select relname as name, (select sum(greatest(part.reltuples, 0))::float8 from pg_class as part
        where part.oid = pg_class.oid
          or part.oid in (select inhrelid from pg_inherits where inhparent = pg_class.oid)) as rows
      from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(({ name, rows: count }) => [String(name), Number(count)]));
}

/** The statements of a script. Semicolons in texts, comments and bodies of functions end none. */
function splitStatements(text: string): string[] {
  const parts: string[] = [];
  let current = '';
  for (const [token] of text.matchAll(/--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'$-]+|[\s\S]/g)) {
    if (token.startsWith('--')) continue;
    if (token === ';') {
      parts.push(current);
      current = '';
    } else {
      current += token;
    }
  }
  return [...parts, current].map((part) => part.trim()).filter((part) => part !== '');
}

type Rule = { readonly words: RegExp; readonly effect: MigrationEffect; readonly readsRows: boolean };

/** The first that fits counts. The first group of `words` is the table. */
const rules: readonly Rule[] = [
  {
    words: /^create (?:unique )?index concurrently [\s\S]*? on (?:only )?(\w+)/i,
    effect: 'none',
    readsRows: true,
  },
  {
    words: /^create (?:unique )?index [\s\S]*? on (?:only )?(\w+)/i,
    effect: 'blocks-writes',
    readsRows: true,
  },
  { words: /^(?:update|delete from) (\w+)/i, effect: 'none', readsRows: true },
  // Waits for its lock in short turns, and reads nothing.
  { words: /^do \$\$[\s\S]*lock table (\w+) in /i, effect: 'brief', readsRows: false },
  { words: /^alter table (?:if exists )?(\w+) validate constraint/i, effect: 'none', readsRows: true },
  {
    words: /^(?:do \$\$[\s\S]*?)?alter table (?:if exists )?(\w+)[\s\S]* not valid\b/i,
    effect: 'brief',
    readsRows: false,
  },
  { words: /^do \$\$[\s\S]*?alter table (\w+) attach partition/i, effect: 'brief', readsRows: false },
  {
    words:
      /^alter table (?:if exists )?(\w+)[\s\S]* (?:type |set not null|add (?:constraint|check|foreign|unique|primary))/i,
    effect: 'blocks-all',
    readsRows: true,
  },
  { words: /^alter table (?:if exists )?(\w+)/i, effect: 'brief', readsRows: false },
  { words: /^drop table (?:if exists )?(\w+)/i, effect: 'brief', readsRows: false },
  {
    words: /^create (?:or replace )?(?:constraint )?trigger [\s\S]*? on (\w+)/i,
    effect: 'brief',
    readsRows: false,
  },
];

function judge(statement: string, sizes: ReadonlyMap<string, number>): PlannedStatement {
  const summary = statement.replaceAll(/\s+/g, ' ').split(' (')[0]?.slice(0, 80) ?? '';
  for (const { words, effect, readsRows } of rules) {
    const table = words.exec(statement)?.[1];
    if (table === undefined) continue;
    const rows = sizes.get(table);
    // A table that the migrations themselves make has nobody who could wait.
    if (rows === undefined) break;
    const estimatedSeconds = readsRows ? Math.ceil(rows / rowsPerSecond) : 0;
    return { summary, table, rows, effect, estimatedSeconds };
  }
  return { summary, rows: 0, effect: 'none', estimatedSeconds: 0 };
}
