import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { listSourceFiles } from './list-source-files.ts';

/** Backups copy the whole database: what is in its tables they read and write as it is. */
const knowsEveryTable = 'src/backup/';

type SourceText = { readonly name: string; readonly text: string };

/** The part of the source that a file belongs to: a domain, or a folder of the platform. */
function partOf(name: string): string {
  const [, part, folder = ''] = name.split('/');
  return part === 'platform' && !folder.endsWith('.ts') ? `platform/${folder}` : part!;
}

/** The tables that a store declares as its own, by merging them into `Tables`. */
function tablesDeclaredIn(text: string): string[] {
  const start = text.search(/^ {2}interface Tables \{/m);
  if (start < 0) return [];
  const body = text.slice(start, start + text.slice(start).search(/^ {2}\}/m));
  return [...body.matchAll(/^ {4}([a-z_]+):/gm)].map(([, table]) => table!);
}

/** The owner of each table: the part whose store declares it. */
function ownersOf(files: readonly SourceText[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { name, text } of files) {
    for (const table of tablesDeclaredIn(text)) {
      const part = partOf(name);
      assert.equal(owners.get(table) ?? part, part, `${table} has two owners`);
      owners.set(table, part);
    }
  }
  return owners;
}

/** The tables that the SQL of a text names, in statements and in calls of the query builder. */
function tablesNamedIn(text: string, tables: ReadonlySet<string>): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const named = [
    ...code.matchAll(/\b(?:from|join|into|update|table|only)\s+"?([a-z_]+)\b/g),
    ...code.matchAll(
      /\b(?:selectFrom|innerJoin|leftJoin|insertInto|updateTable|deleteFrom|using|insertFrom)\(\s*\[?'([a-z_]+)/g,
    ),
    ...code.matchAll(/\bsql\.(?:table|id)\(\s*'([a-z_]+)'/g),
  ].map(([, table]) => table!);
  return [...new Set(named.filter((table) => tables.has(table)))];
}

/** The code of a file that may hold SQL: stores, and every text that begins like a statement. */
function findStrangers({ name, text }: SourceText, owners: ReadonlyMap<string, string>): string[] {
  return tablesNamedIn(text, new Set(owners.keys())).flatMap((table) => {
    const owner = owners.get(table)!;
    return owner === partOf(name) ? [] : [`${name}: ${table} belongs to ${owner}`];
  });
}

const files: readonly SourceText[] = await Promise.all(
  (await listSourceFiles('src')).map(async ({ name, path }) => ({
    name,
    text: await readFile(path, 'utf8'),
  })),
);

it('SQL names only tables of its own domain', () => {
  const owners = ownersOf(files);
  const faults = files
    .filter(({ name }) => !name.startsWith(knowsEveryTable))
    .flatMap((file) => findStrangers(file, owners));
  assert.deepEqual(faults, []);
});

it('every table that migrations make has an owner, but for partitions', async () => {
  const made = new Set<string>();
  for (const path of await listMigrations()) {
    const text = (await readFile(path, 'utf8'))
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/\bcreate table [a-z_]+ partition of [a-z_]+/gi, '');
    for (const [, verb, table] of text.matchAll(
      /\b(create(?: unlogged)?|drop) table (?:if (?:not )?exists )?"?([a-z_]+)/gi,
    )) {
      if (/^create/i.test(verb!)) made.add(table!);
      else made.delete(table!);
    }
  }
  assert.ok(made.size > 30);
  const owners = ownersOf(files);
  assert.deepEqual(
    [...made].filter((table) => !owners.has(table)),
    [],
  );
});

async function listMigrations(): Promise<readonly string[]> {
  const folder = join(import.meta.dirname, '../../migrations');
  return (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(folder, name));
}

it('a table of another domain is found in statements and in calls', () => {
  const store = (name: string, table: string) => ({
    name,
    text: `declare module '../platform/db/tables.ts' {\n  interface Tables {\n    ${table}: Row;\n  }\n}\n`,
  });
  const owners = ownersOf([
    store('src/a/a-store.ts', 'apples'),
    store('src/platform/audit/b.ts', 'audit_events'),
  ]);
  const strangers = (text: string) => findStrangers({ name: 'src/b/b-store.ts', text }, owners);
  for (const text of [
    'sql`select 1 from apples`',
    'planOnce(`insert into apples (id) values (1)`)',
    "tx.deleteFrom('apples')",
    "db.selectFrom('pears').innerJoin('apples', 'apples.id', 'pears.id')",
    "db.selectFrom(['apples as some'])",
    'sql`update audit_events set x = 1`',
  ]) {
    assert.equal(strangers(text).length, 1, text);
  }
  assert.deepEqual(strangers("// selectFrom('apples')\ndb.selectFrom('pears'); /* from apples */"), []);
  assert.deepEqual(findStrangers({ name: 'src/a/x.ts', text: 'sql`select 1 from apples`' }, owners), []);
});
