import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/index.ts';
import { recordEvent } from '../platform/events/index.ts';
import { registrySwitched } from './declarations.ts';
import type { columnsOf } from './import/receita-layout.ts';
import { switchPostalCodes } from './postal-codes/postal-codes-store.ts';
import { tableName } from './registry-tables-store.ts';

/** A row of the registry by our column names, as the text of the files. */
export type RawRow = Readonly<Record<string, string>>;

/** The database's answer about one number. */
export type RawRecord = {
  readonly generation: number;
  readonly dataMonth: string;
  readonly establishment: RawRow | null;
  readonly company: RawRow | null;
  readonly simples: RawRow | null;
  readonly partners: readonly RawRow[] | null;
  /** `kind:code` to description, for the codes of the rows above that are known. */
  readonly codes: Readonly<Record<string, string>> | null;
};

type RawRows = Omit<RawRecord, 'codes'> & {
  /** Checksum of the list that describes their codes. Absent when the number is not in the generation. */
  readonly codesKey?: string;
};
type CodeList = RawRecord['codes'];

/** Lists of codes by their checksums: what a checksum names never changes. One list is about half a megabyte. */
const codeLists = new Map<string, CodeList>();
const codeListLimit = 3;

/**
 * Everything the registry holds of one establishment, in one statement once the process has the list of codes.
 * Undefined when no generation is in service; `establishment` is null when the number is not in it. Always of one
 * generation, its descriptions too.
 */
export async function findRawRecord(db: Db, root: string, branch: string): Promise<RawRecord | undefined> {
  for (;;) {
    const { rows } = await sql<{ record: RawRows | null }>`
      select registry_company_rows(${root}, ${branch}) as record
    `.execute(db);
    const record = rows[0]?.record;
    if (record == null) return undefined;
    const { codesKey } = record;
    if (codesKey === undefined) return { ...record, codes: null };
    const codes = await findCodeList(db, codesKey);
    if (codes !== undefined) return { ...record, codes };
    // Another generation came into service between the two statements.
  }
}

/** The descriptions of a checksum's list by `kind:code`; undefined when another list is in service. */
export async function findCodeList(db: Db, key: string): Promise<CodeList | undefined> {
  return codeLists.get(key) ?? (await readCodeList(db, key));
}

/** The list of a checksum, kept from now on; undefined when another is in service. */
async function readCodeList(db: Db, wantedKey: string): Promise<CodeList | undefined> {
  const { rows } = await sql<{ list: { readonly key: string; readonly codes: CodeList } | null }>`
    select registry_code_list() as list
  `.execute(db);
  const list = rows[0]?.list;
  if (list == null || list.key !== wantedKey) return undefined;
  codeLists.set(list.key, list.codes ?? {});
  const [oldest] = codeLists.keys();
  if (codeLists.size > codeListLimit && oldest !== undefined) codeLists.delete(oldest);
  return codeLists.get(wantedKey);
}

/**
 * Puts a generation into service: the function that answers reads its tables from the commit on, and the row
 * that says so changes with it. Must be in the transaction that also records the import.
 */
export async function switchGeneration(
  tx: Tx,
  values: { readonly generation: number; readonly dataMonth: string; readonly now: Date },
): Promise<void> {
  // Writers of the function take turns on this row.
  await tx
    .insertInto('registry_current')
    .values({ only_row: true, generation: values.generation, switched_at: values.now })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({ generation: values.generation, switched_at: values.now }),
    )
    .execute();
  const { rows } = await sql<{ key: string | null }>`
    select md5(string_agg(code || '=' || description, E'\\n' order by code)) as key
    from ${sql.raw(tableName(values.generation, 'codes'))}
  `.execute(tx);
  const codesKey = rows[0]?.key ?? 'none';
  const statements = [
    rowsFunctionSql(values.generation, values.dataMonth, codesKey),
    codesFunctionSql(values.generation, codesKey),
  ];
  for (const statement of statements) await sql.raw(statement).execute(tx);
  await switchPostalCodes(tx, values.generation, codesKey);
  const { dataMonth, now } = values;
  await recordEvent(tx, registrySwitched, { dataMonth }, { at: now });
}

/** The text that reads the rows of one establishment: one statement, whose plan the session keeps. */
function rowsFunctionSql(generation: number, dataMonth: string, codesKey: string): string {
  const month = dataMonth.replaceAll(/[^0-9-]/g, '');
  const name = (table: Parameters<typeof columnsOf>[0]) => tableName(generation, table);
  return `
create or replace function registry_company_rows(wanted_root text, wanted_branch text) returns json
language plpgsql stable as $body$
declare
  company_rows json;
begin
  select json_build_object('generation', ${generation}, 'dataMonth', '${month}', 'codesKey', '${codesKey}',
      'establishment', to_json(e), 'company', to_json(c), 'simples', to_json(s),
      'partners', (select json_agg(p) from ${name('partners')} p where p.root = wanted_root))
    into company_rows
    from ${name('establishments')} e
    left join ${name('companies')} c on c.root = e.root
    left join ${name('simples')} s on s.root = e.root
    where e.root = wanted_root and e.branch = wanted_branch;
  return coalesce(company_rows, json_build_object('generation', ${generation}, 'dataMonth', '${month}'));
end
$body$`;
}

function codesFunctionSql(generation: number, codesKey: string): string {
  return `
create or replace function registry_code_list() returns json
language plpgsql stable as $body$
begin
  return json_build_object('key', '${codesKey}', 'codes',
    (select json_object_agg(code, description) from ${tableName(generation, 'codes')}));
end
$body$`;
}
