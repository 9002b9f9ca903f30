import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { OpenDatabase } from '../../platform/db/index.ts';
import { RegistryError } from '../errors.ts';
import { insertRefusedRows, type RefusedRowCounts, type RowCounts } from '../generations-store.ts';
import { openTableLoad, registryTables } from '../registry-tables-store.ts';
import { createRowReader, type RefusalReason, type RowReaderOptions } from './create-row-reader.ts';
import type { RegistryFile } from './find-registry-files.ts';
import type { ImportPace } from './import-pace.ts';
import type { ProgressCounter } from './import-progress.ts';
import { createRowJudges, type RegistrySelection, type RowTally } from './judge-rows.ts';
import { type CodeKind, noSimplesCode, type RegistryTable } from './receita-layout.ts';

export type LoadTablesOptions = {
  readonly generation: number;
  readonly files: readonly RegistryFile[];
  /** Where the table of cities may lie. */
  readonly directory: string;
  readonly selection: RegistrySelection | undefined;
  readonly refusedRowsPerFile: number;
  readonly progress: ProgressCounter;
  readonly pace: Omit<ImportPace, typeof Symbol.dispose>;
  readonly signal: AbortSignal | undefined;
};

export type LoadedTables = {
  readonly rowCounts: RowCounts;
  readonly refusedRows: RefusedRowCounts;
  /** Rows kept whose text holds U+FFFD. */
  readonly replacedRows: number;
  readonly tally: RowTally;
  readonly codes: CodeList;
};

/** Pieces read and handed on: on the embedded database everybody waits while one is taken in, so they are small. */
const sizes = {
  embedded: { readBytes: 1 << 15, pieceBytes: 1 << 15 },
  postgres: { readBytes: 1 << 16, pieceBytes: 1 << 16 },
};
const refusedRowBatch = 500;

/**
 * Makes and fills the tables of a generation. On PostgreSQL, when nobody else uses the database, a table gets its
 * indexes while the next is filled. Resolves when all is committed; rejects when nothing runs any more.
 */
export async function loadTables(database: OpenDatabase, options: LoadTablesOptions): Promise<LoadedTables> {
  const { generation, files, progress, pace, signal } = options;
  const judges = createRowJudges(options.selection ?? {});
  const rowCounts = { codes: 0, establishments: 0, companies: 0, simples: 0, partners: 0 };
  const refused = createRefusedRows(database, generation, options.refusedRowsPerFile);
  const { readBytes, pieceBytes } = sizes[database.kind];
  let replacedRows = 0;
  const filesOf = (table: RegistryTable) => files.filter(({ layout }) => layout.table === table);

  const codes = await loadCodes(filesOf('codes'), options.directory, refused.add);
  rowCounts.codes = codes.size;
  // So that nobody takes what is not known of the options for "never joined".
  if (filesOf('simples').length === 0) codes.set(noSimplesCode, 'none');
  const codesLoad = await openTableLoad(database, generation, 'codes');
  await codesLoad.run(async () => {
    await codesLoad.write(writeCodes(codes));
    await codesLoad.endRows();
    await codesLoad.finish({ isShared: false });
  });
  await refused.flush();

  let finishing: Promise<void> = Promise.resolve();
  let finishFailure: unknown;
  try {
    for (const table of registryTables) {
      if (table === 'codes') continue;
      const load = await openTableLoad(database, generation, table);
      await load.run(async () => {
        for (const file of filesOf(table)) await loadFile(file, load.write);
        await load.endRows();
      });
      await finishing;
      if (finishFailure !== undefined) throw await load.abandon(finishFailure);
      finishing = load
        .run(async () => {
          progress.report('index', table);
          await load.finish({ isShared: pace.isShared });
        })
        .catch((error: unknown) => {
          finishFailure = error;
        });
      if (database.kind === 'embedded' || pace.isShared) await finishing;
    }
  } finally {
    // Nothing may be committed behind the back of whoever clears up.
    await finishing;
  }
  if (finishFailure !== undefined) throw finishFailure;
  const { counts: refusedRows } = refused;
  return { rowCounts, refusedRows, replacedRows, tally: judges.tally, codes };

  async function loadFile(file: RegistryFile, write: (rows: Buffer) => Promise<void>): Promise<void> {
    const { table } = file.layout;
    const pieces: Buffer[] = [];
    const reader = createRowReader({
      columnCount: file.layout.columns.length,
      pieceBytes,
      judge: judges.judgeFor(file.layout),
      emit: (rows) => void pieces.push(rows),
      refuse: (row) => refused.add(file, row),
    });
    const rowsBefore = rowCounts[table];
    const hand = async () => {
      rowCounts[table] = rowsBefore + reader.keptRows;
      progress.setFileRows(reader.keptRows, file);
      for (const piece of pieces.splice(0)) {
        await write(piece);
        await pace.rest();
      }
      if (refused.waiting >= refusedRowBatch) await refused.flush();
    };
    progress.startFile();
    for await (const chunk of file.read({ onStored: progress.addStored, chunkBytes: readBytes })) {
      if (signal?.aborted) throw new RegistryError('registry_import_interrupted');
      if (finishFailure !== undefined) throw finishFailure;
      reader.push(chunk);
      progress.addContent(chunk.length);
      await hand();
    }
    reader.end();
    await hand();
    await refused.flush();
    replacedRows += reader.replacedRows;
  }
}

/** Counts all rows put aside and keeps as many of each file as wanted. */
function createRefusedRows(database: OpenDatabase, generation: number, rowsPerFile: number) {
  const counts: Record<string, number> = {};
  const perFile = new Map<string, number>();
  let rows: Parameters<typeof insertRefusedRows>[1][number][] = [];
  return {
    counts,
    get waiting() {
      return rows.length;
    },
    add(file: RegistryFile, row: { line: number; reason: RefusalReason; raw: Buffer }) {
      counts[row.reason] = (counts[row.reason] ?? 0) + 1;
      const count = (perFile.get(file.name) ?? 0) + 1;
      perFile.set(file.name, count);
      if (count <= rowsPerFile) rows.push({ generation, file: file.name, ...row });
    },
    async flush() {
      const batch = rows;
      rows = [];
      await insertRefusedRows(database.db, batch);
    },
  };
}

/** Descriptions by `kind:code`; `ibge:<SIAFI code>` stands for a city's IBGE code. */
export type CodeList = Map<string, string>;

/**
 * The lists of codes, a few thousand entries, and the Tesouro's `tabmun.csv` when it lies beside them. The first
 * description of a code stays. Countries are padded to three digits, as the other files refer to them.
 */
async function loadCodes(
  files: readonly RegistryFile[],
  directory: string,
  refuse: (file: RegistryFile, row: Parameters<RowReaderOptions['refuse']>[0]) => void,
): Promise<CodeList> {
  const codes: CodeList = new Map();
  for (const file of files) {
    const kind = file.layout.codeKind as CodeKind;
    const judge = createRowJudges({}).judgeFor(file.layout);
    const reader = createRowReader({
      columnCount: file.layout.columns.length,
      judge(row) {
        const judgement = judge(row);
        if (judgement !== 'keep') return judgement;
        const code = row.bytes.toString('latin1', row.starts[0], row.ends[0]);
        const key = `${kind}:${kind === 'country' ? code.padStart(3, '0') : code}`;
        if (codes.has(key)) return 'duplicate';
        const text = row.bytes.toString('utf8', row.starts[1], row.ends[1]);
        codes.set(key, text.replaceAll('""', '"').trim());
        return 'leave';
      },
      emit() {},
      refuse: (row) => refuse(file, row),
    });
    for await (const chunk of file.read()) reader.push(chunk);
    reader.end();
  }
  await loadCities(join(directory, 'tabmun.csv'), codes);
  return codes;
}

/** `;`, no header: SIAFI code, CNPJ, name, state, IBGE code. A line that is not so is passed over. */
async function loadCities(path: string, codes: CodeList): Promise<void> {
  try {
    for await (const text of createInterface({ input: createReadStream(path, 'latin1') })) {
      const [code = '', , , , ibge = ''] = text.split(';').map((field) => field.replaceAll('"', '').trim());
      if (/^\d{1,4}$/.test(code) && /^\d{7}$/.test(ibge)) codes.set(`ibge:${code.padStart(4, '0')}`, ibge);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The lists as CSV for the table of codes. */
function writeCodes(codes: CodeList): Buffer {
  const rows = [...codes].map(([code, text]) => `"${code}";"${text.replaceAll('"', '""')}"\n`);
  return Buffer.from(rows.join(''));
}
