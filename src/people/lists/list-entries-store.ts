import { sql } from 'kysely';
import { type CopyValue, copyRows, type Db, type OpenDatabase } from '../../platform/db/index.ts';
import type { Cnpj, Cpf } from '../../platform/documents.ts';
import {
  defineSealedColumns,
  type RecordCipher,
  type SealedColumns,
  sealedColumnNames,
  toSealedValues,
} from '../../platform/encryption/index.ts';
import type { CpfIndex, ListIndex } from '../keyed-indexes.ts';
import type { ListEntry, ListName } from '../list-entry.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    person_list_entries: SealedColumns & {
      id: string;
      generation: number;
      line: number;
      cpf_index: Uint8Array | null;
      six_digits_index: Uint8Array | null;
      name_index: Uint8Array | null;
      cnpj: string | null;
    };
  }
}

export type ListKeys = {
  readonly cipher: RecordCipher;
  readonly cpfIndex: CpfIndex;
  readonly listIndex: ListIndex;
};

export type FoundEntry = { readonly list: ListName; readonly edition: string; readonly entry: ListEntry };

const columns = [
  'id',
  'generation',
  'line',
  'cpf_index',
  'six_digits_index',
  'name_index',
  'cnpj',
  ...sealedColumnNames,
];

/** Entries that are looked at for one person at most; the commonest names have some hundreds. */
const maxEntries = 2_000;
/** Characters of a CNPJ, and those of them that name the legal person. */
const [cnpjLength, rootLength] = [14, 8];

export const sealedListEntry = defineSealedColumns('person_list_entries', { prefix: 'person-list-entry' });

/** An entry as its row, sealed. It is found by the most telling of what it has; one of an international list by the screening index. */
export function sealListEntry(
  keys: ListKeys,
  generation: number,
  line: number,
  entry: ListEntry,
): readonly CopyValue[] {
  const id = `${generation}/${line}`;
  const { cpf, cnpj } = entry;
  const sixDigits = entry.sixDigits ?? cpf?.slice(3, 9);
  const hasDocument = sixDigits !== undefined || cnpj !== undefined;
  const sealed = sealedListEntry.sealJson(keys.cipher, id, entry);
  return [
    id,
    { integer: generation },
    { bigint: line },
    cpf === undefined ? null : keys.cpfIndex(cpf),
    sixDigits === undefined ? null : keys.listIndex.sixDigits(sixDigits),
    hasDocument || entry.listing !== undefined ? null : keys.listIndex.name(entry.name),
    cnpj ?? null,
    ...toSealedValues(sealed),
  ];
}

/** Adds entries of a generation that is not in service yet. */
export async function copyListEntries(
  database: OpenDatabase,
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  await copyRows(database, 'person_list_entries', columns, rows, { isLossFine: true });
}

/** Tells the planner what the table holds now. */
export async function analyseListEntries(db: Db): Promise<void> {
  await sql`analyze person_list_entries`.execute(db);
}

/**
 * Entries of the lists in service that may be about a person: with the CPF, with the same digits in its middle, or,
 * of entries without any, with one of the names. To be matched; in the order of their lists and lines.
 */
export async function findPersonEntries(
  db: Db,
  keys: ListKeys,
  wanted: {
    readonly cpf: Cpf | undefined;
    readonly sixDigits: string | undefined;
    readonly names: readonly string[];
  },
  lists: ReadonlySet<ListName>,
): Promise<readonly FoundEntry[]> {
  const { cpf, sixDigits, names } = wanted;
  const rows = await selectEntries(db)
    .where('generations.list', 'in', [...lists])
    .where((eb) =>
      eb.or([
        ...(cpf === undefined ? [] : [eb('entries.cpf_index', '=', keys.cpfIndex(cpf))]),
        ...(sixDigits === undefined
          ? []
          : [eb('entries.six_digits_index', '=', keys.listIndex.sixDigits(sixDigits))]),
        // With the condition of the partial index: without it the database reads every entry.
        ...names.map((name) =>
          eb.and([
            eb('entries.name_index', '=', keys.listIndex.name(name)),
            eb('entries.six_digits_index', 'is', null),
            eb('entries.cpf_index', 'is', null),
          ]),
        ),
      ]),
    )
    .limit(maxEntries)
    .execute();
  return rows.map((row) => toEntry(keys.cipher, row));
}

/**
 * Entries of the lists in service that name a company by any of its establishments: what binds one binds the whole
 * legal person.
 */
export async function findCompanyEntries(
  db: Db,
  keys: Pick<ListKeys, 'cipher'>,
  cnpj: Cnpj,
  lists: ReadonlySet<ListName>,
): Promise<readonly FoundEntry[]> {
  const root = cnpj.slice(0, rootLength);
  const rows = await selectEntries(db)
    .where('generations.list', 'in', [...lists])
    // A range of the index; the order of digits and letters is that of the database.
    .where('entries.cnpj', '>=', root.padEnd(cnpjLength, '0'))
    .where('entries.cnpj', '<=', root.padEnd(cnpjLength, 'Z'))
    .limit(maxEntries)
    .execute();
  return rows
    .map((row) => toEntry(keys.cipher, row))
    .filter(({ entry }) => entry.cnpj?.startsWith(root) === true);
}

/** All entries of a generation in the order of their lines, some at a time. */
export async function* readListEntries(
  db: Db,
  cipher: RecordCipher,
  generation: number,
  atATime: number,
): AsyncGenerator<readonly ListEntry[]> {
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom('person_list_entries')
      .select(['id', 'line', 'key_id', 'wrapped_key', 'ciphertext'])
      .where('generation', '=', generation)
      .where('line', '>', after)
      .orderBy('line')
      .limit(atATime)
      .execute();
    if (rows.length === 0) return;
    after = rows.at(-1)!.line;
    yield rows.map((row) => sealedListEntry.openJson<ListEntry>(cipher, row.id, row));
  }
}

/** Removes the entries of a generation, some at a time so that nobody waits long for them. */
export async function deleteListEntries(db: Db, generation: number): Promise<void> {
  for (;;) {
    const result = await db
      .deleteFrom('person_list_entries')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('person_list_entries')
          .select('id')
          .where('generation', '=', generation)
          .orderBy('line')
          .limit(5_000),
      )
      .executeTakeFirst();
    if (Number(result.numDeletedRows) === 0) return;
  }
}

function selectEntries(db: Db) {
  return db
    .selectFrom('person_list_entries as entries')
    .innerJoin('person_list_generations as generations', 'generations.id', 'entries.generation')
    .select([
      'generations.list',
      'generations.edition',
      'entries.id',
      'entries.key_id',
      'entries.wrapped_key',
      'entries.ciphertext',
    ])
    .where('generations.state', '=', 'current')
    .orderBy('generations.list')
    .orderBy('generations.edition')
    .orderBy('entries.generation')
    .orderBy('entries.line');
}

type EntryRow = SealedColumns & Pick<FoundEntry, 'list' | 'edition'> & { readonly id: string };

function toEntry(cipher: RecordCipher, row: EntryRow): FoundEntry {
  const entry = sealedListEntry.openJson<ListEntry>(cipher, row.id, row);
  return { list: row.list, edition: row.edition, entry };
}
