import {
  type CopyValue,
  copyRows,
  type Db,
  deleteRows,
  type OpenDatabase,
  type Tx,
} from '../../platform/db/index.ts';
import type { Cpf } from '../../platform/documents.ts';
import {
  defineSealedColumns,
  type RecordCipher,
  type SealedColumns,
  sealedColumnNames,
  toSealedValues,
} from '../../platform/encryption/index.ts';
import type { CpfIndex } from '../keyed-indexes.ts';
import type { Address, PersonBasicData } from '../types.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    person_records: SealedColumns & {
      id: string;
      cpf_index: Uint8Array;
      import_id: number;
      line: number;
      has_basic_data: boolean;
      has_addresses: boolean;
    };
  }
}

/** The facts of one row of a data set about a CPF. */
export type PersonRecord = {
  readonly basicData?: PersonBasicData | undefined;
  readonly addresses?: readonly Address[] | undefined;
};

type Keys = { readonly cipher: RecordCipher; readonly cpfIndex: CpfIndex };

const columns = [
  'id',
  'cpf_index',
  'import_id',
  'line',
  'has_basic_data',
  'has_addresses',
  ...sealedColumnNames,
];

/** Of one person and import, more than any data set means. */
const maxRecords = 200;

export const sealedPersonRecord = defineSealedColumns('person_records', { prefix: 'person-record' });

/** A record as its row, sealed. The CPF is in the sealed part too, so that a row moved to another CPF is noticed. */
export function sealPersonRecord(
  keys: Keys,
  importId: number,
  line: number,
  cpf: Cpf,
  record: PersonRecord,
): readonly CopyValue[] {
  const id = `${importId}/${line}`;
  const sealed = sealedPersonRecord.sealJson(keys.cipher, id, { cpf, ...record });
  return [
    id,
    keys.cpfIndex(cpf),
    { integer: importId },
    { bigint: line },
    record.basicData !== undefined,
    record.addresses !== undefined,
    ...toSealedValues(sealed),
  ];
}

export async function copyPersonRecords(
  database: OpenDatabase,
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  await copyRows(database, 'person_records', columns, rows);
}

type FoundRecord = { readonly record: PersonRecord; readonly dataDate: string | undefined };

/**
 * The records of one kind about each of the CPFs, in one statement: from the newest import that has any about the CPF,
 * in the order of the file. Unfinished imports do not count. A CPF without records is left out.
 */
export async function findPersonRecords(
  db: Db,
  keys: Keys,
  part: 'basicData' | 'addresses',
  cpfs: readonly Cpf[],
): Promise<ReadonlyMap<Cpf, readonly FoundRecord[]>> {
  const found = new Map<Cpf, { readonly importId: number; readonly records: FoundRecord[] }>();
  if (cpfs.length === 0) return new Map();
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('person_records')
        .innerJoin('person_imports', 'person_imports.id', 'person_records.import_id')
        .select([
          'person_records.id',
          'person_records.import_id',
          'person_records.line',
          'person_records.key_id',
          'person_records.wrapped_key',
          'person_records.ciphertext',
          'person_imports.data_date',
        ])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) =>
              over
                .partitionBy('person_records.cpf_index')
                .orderBy('person_records.import_id', 'desc')
                .orderBy('person_records.line', 'desc'),
            )
            .as('place'),
        )
        .where('person_records.cpf_index', 'in', cpfs.map(keys.cpfIndex))
        .where(
          part === 'basicData' ? 'person_records.has_basic_data' : 'person_records.has_addresses',
          '=',
          true,
        )
        .where('person_imports.state', '=', 'ready')
        .as('found'),
    )
    .selectAll()
    .where('place', '<=', maxRecords)
    .orderBy('import_id', 'desc')
    .orderBy('line')
    .execute();
  const asked = new Set(cpfs);
  for (const row of rows) {
    const opened = sealedPersonRecord.openJson<PersonRecord & { cpf: Cpf }>(keys.cipher, row.id, row);
    const { cpf, ...record } = opened;
    if (!asked.has(cpf)) continue;
    const of = found.get(cpf) ?? { importId: row.import_id, records: [] };
    found.set(cpf, of);
    if (row.import_id === of.importId) of.records.push({ record, dataDate: row.data_date ?? undefined });
  }
  return new Map([...found].map(([cpf, { records }]) => [cpf, records]));
}

/** All rows about a CPF by their ids, for the person's copy: also those that a newer import took the place of. */
export async function listPersonRecords(
  db: Db,
  { cipher, cpfIndex }: Keys,
  cpf: Cpf,
  page: { readonly after: string | undefined; readonly limit: number },
) {
  const rows = await db
    .selectFrom('person_records')
    .innerJoin('person_imports', 'person_imports.id', 'person_records.import_id')
    .select(['person_records.id', 'key_id', 'wrapped_key', 'ciphertext', 'data_date', 'started_at'])
    .where('cpf_index', '=', cpfIndex(cpf))
    .where('person_records.id', '>', page.after ?? '')
    .orderBy('person_records.id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => {
    const opened = sealedPersonRecord.openJson<PersonRecord & { cpf: Cpf }>(cipher, row.id, row);
    const { basicData, addresses } = opened.cpf === cpf ? opened : {};
    return {
      id: row.id,
      importedAt: row.started_at,
      dataDate: row.data_date ?? undefined,
      basicData,
      addresses,
    };
  });
}

/** The number of batches for the CPFs. Small batches keep waits short. */
const pieces = 256;

/** Removes what the records of an import have taken the place of, until `signal` aborts. */
export async function deleteSupersededRecords(db: Db, importId: number, signal?: AbortSignal): Promise<void> {
  const older = await db
    .selectFrom('person_records')
    .select('id')
    .where('import_id', '<', importId)
    .limit(1)
    .executeTakeFirst();
  if (older === undefined) return;
  for (const piece of listPieces()) {
    if (signal?.aborted) return;
    await db
      .deleteFrom('person_records as old')
      .where('old.import_id', '<', importId)
      .where('old.cpf_index', '>=', piece.from)
      .where((eb) => (piece.to === undefined ? eb.val(true) : eb('old.cpf_index', '<', piece.to)))
      // Each part it has must have been said anew.
      .where((eb) =>
        eb.and(
          (['has_basic_data', 'has_addresses'] as const).map((part) =>
            eb.or([
              eb(`old.${part}`, '=', false),
              eb.exists(
                eb
                  .selectFrom('person_records as newer')
                  .select('newer.id')
                  .whereRef('newer.cpf_index', '=', 'old.cpf_index')
                  .where('newer.import_id', '=', importId)
                  .where(`newer.${part}`, '=', true),
              ),
            ]),
          ),
        ),
      )
      .execute();
  }
}

/** Removes the records of an import that did not end well. */
export async function deleteImportRecords(db: Db, importId: number): Promise<void> {
  for (const piece of listPieces()) {
    await db
      .deleteFrom('person_records')
      .where('import_id', '=', importId)
      .where('cpf_index', '>=', piece.from)
      .where((eb) => (piece.to === undefined ? eb.val(true) : eb('cpf_index', '<', piece.to)))
      .execute();
  }
}

/** Removes all data-set records of a CPF, for an erasure. */
export async function deletePersonRecords(tx: Tx, cpfIndex: Uint8Array): Promise<number> {
  return await deleteRows(tx.deleteFrom('person_records').where('cpf_index', '=', cpfIndex));
}

function* listPieces(): Generator<{ readonly from: Uint8Array; readonly to: Uint8Array | undefined }> {
  for (let first = 0; first < pieces; first += 1) {
    yield { from: Buffer.from([first]), to: first + 1 < pieces ? Buffer.from([first + 1]) : undefined };
  }
}
