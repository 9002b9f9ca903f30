import { sql } from 'kysely';
import type { Tx } from './types.ts';

/** Makes a table like the partition for the rest: columns, checks, keys and indexes, storage, triggers of statements. */
export async function copyModel(tx: Tx, rest: string, name: string): Promise<void> {
  await sql`create table ${sql.id(name)} (like ${sql.id(rest)} including all)`.execute(tx);
  await copyStorage(tx, rest, name);
  await copyStatementTriggers(tx, rest, name);
}

/** The room on a page, and whatever else the model was made `WITH`. */
async function copyStorage(tx: Tx, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ options: string | null }>`
    select array_to_string(reloptions, ', ') as options from pg_class where oid = ${from}::regclass`.execute(
    tx,
  );
  const options = rows[0]?.options;
  if (options) await sql`alter table ${sql.id(to)} set (${sql.raw(options)})`.execute(tx);
}

/** Triggers of rows come with the table above; those of whole statements do not. */
async function copyStatementTriggers(tx: Tx, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ${from}::regclass and not tgisinternal and tgtype & 1 = 0`.execute(tx);
  for (const { definition } of rows) {
    await sql.raw(definition.replace(/ ON \S+ /, ` ON "${to}" `)).execute(tx);
  }
}
