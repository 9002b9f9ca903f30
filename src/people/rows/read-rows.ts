import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import type { RowsFile } from './open-rows-file.ts';
import { createRecordSplitter, type RawRecord, type RowFault } from './split-records.ts';

/** Limits of the rows of a data set or a public list. */
export const rowLimits = {
  /** Longest row in bytes: ten addresses of a person fit. Longer ones are put aside unread. */
  maxRowBytes: 65_536,
  /** Rows put aside by one import that are kept to be looked at. All are counted. */
  maxRefusedRows: 10_000,
} as const;

/** A row of a file, or why it cannot be used. */
export type Row<T> =
  | { readonly line: number; readonly value: T }
  | { readonly line: number; readonly fault: RowFault };

export type Rows<T> = {
  readonly rows: readonly Row<T>[];
  /** Of the file, read so far. */
  readonly readBytes: number;
  /** True with the last rows of a file that ends within a line. */
  readonly isOpen?: boolean;
};

/** True for a last row that lacks its end, together with its line end: the file is cut. */
export function isCut(row: Row<unknown> | undefined, isOpen: boolean | undefined): boolean {
  return isOpen === true && row !== undefined && 'fault' in row && cutFaults.has(row.fault);
}

const cutFaults: ReadonlySet<RowFault> = new Set(['column_count', 'quote_unclosed']);

export type ReadCsvOptions = {
  /** Detected from the start of the file unless given. */
  readonly encoding?: Encoding | undefined;
  /** Detected from the header unless given. */
  readonly delimiter?: string | undefined;
  /** Read a row in another encoding than the file's instead of calling it a fault. */
  readonly isMixedEncodingFine?: boolean;
};

/** Where nothing else is known, what the header holds most of. */
const delimiters = [';', ',', '\t', '|'] as const;

export async function* readJsonLines(file: RowsFile): AsyncGenerator<Rows<unknown>> {
  const splitter = createRecordSplitter({ maxBytes: rowLimits.maxRowBytes });
  for await (const { chunk, isLast, readBytes } of readChunks(file)) {
    const records = [...splitter.push(chunk), ...(isLast ? splitter.end() : [])];
    yield { rows: records.map((record) => parseJsonLine(record)), readBytes };
  }
}

/**
 * The rows of a CSV file as its cells, the header row first. Rows are cut before they are parsed, so that a cell of any
 * size or a quote left open cost their own row only. A header may be a fault as any row may; what to do then is for the
 * caller.
 */
export async function* readCsv(
  file: RowsFile,
  options: ReadCsvOptions = {},
): AsyncGenerator<Rows<readonly string[]>> {
  let reader: ReturnType<typeof createCsvReader> | undefined;
  let isOpen = false;
  for await (const { chunk, isLast, readBytes } of readChunks(file)) {
    if (chunk.length > 0) isOpen = chunk.at(-1) !== 0x0a;
    reader ??= createCsvReader({
      encoding: options.encoding ?? detectEncoding(chunk),
      delimiter: options.delimiter ?? detectDelimiter(chunk),
      isMixedEncodingFine: options.isMixedEncodingFine === true,
    });
    const rows = [...reader.push(chunk), ...(isLast ? reader.end() : [])];
    yield isLast ? { rows, readBytes, isOpen } : { rows, readBytes };
  }
}

function createCsvReader({
  encoding,
  delimiter,
  isMixedEncodingFine,
}: {
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly isMixedEncodingFine: boolean;
}) {
  const newSplitter = () =>
    createRecordSplitter({ delimiter: delimiter.charCodeAt(0), maxBytes: rowLimits.maxRowBytes });
  const splitter = newSplitter();
  let columnCount: number | undefined;
  return {
    push: (chunk: Buffer) => readRecords(splitter.push(chunk)),
    end: () => readRecords(splitter.end()),
  };

  function readRecords(records: readonly RawRecord[]): Row<readonly string[]>[] {
    const texts = records.map((record) => ('fault' in record ? undefined : toText(record.bytes)));
    const readable = texts.filter((text) => text !== undefined && typeof text === 'string');
    // All rows at a time is several times faster; where the parser counts otherwise, each for itself.
    const all = parseCsv(readable.join('\n'));
    const cells = all?.length === readable.length ? all : readable.map((text) => parseOne(text));
    let next = 0;
    const rows: Row<readonly string[]>[] = [];
    for (const [index, record] of records.entries()) {
      const text = texts[index];
      if ('fault' in record) rows.push(record);
      else if (typeof text === 'object') rows.push({ line: record.line, fault: text.fault });
      else rows.push(...toRows(record, cells[next++]));
    }
    return rows;
  }

  function toText(bytes: Buffer): string | { readonly fault: RowFault } {
    if (bytes.includes(0)) return { fault: 'nul_byte' };
    if (isInEncoding(bytes, encoding)) return decode(bytes, encoding);
    if (!isMixedEncodingFine) return { fault: 'encoding' };
    return decode(bytes, encoding === 'utf-8' ? 'windows-1252' : 'utf-8');
  }

  /** A row with another number of cells than the header is a fault; one of several lines may be an open quote. */
  function toRows(
    record: { readonly line: number; readonly bytes: Buffer },
    cells: readonly string[] | undefined,
  ): Row<readonly string[]>[] {
    const { line, bytes } = record;
    columnCount ??= cells?.length;
    if (cells !== undefined && cells.length === columnCount) return [{ line, value: cells }];
    const lineEnd = bytes.indexOf(0x0a);
    if (lineEnd < 0) return [{ line, fault: 'column_count' }];
    const again = newSplitter();
    const following = Buffer.concat([bytes.subarray(lineEnd + 1), Buffer.from('\n')]);
    const records = [...again.push(following), ...again.end()];
    return [
      { line, fault: 'quote_unclosed' },
      ...readRecords(records.map((each) => ({ ...each, line: line + each.line }))),
    ];
  }

  function parseOne(text: string): readonly string[] | undefined {
    const rows = parseCsv(text);
    return rows?.length === 1 ? rows[0] : undefined;
  }

  function parseCsv(text: string): string[][] | undefined {
    try {
      return parse(text, {
        delimiter,
        record_delimiter: '\n',
        relax_quotes: true,
        relax_column_count: true,
        skip_empty_lines: false,
      });
    } catch {
      return undefined;
    }
  }
}

function parseJsonLine(record: RawRecord): Row<unknown> {
  if ('fault' in record) return record;
  const { line, bytes } = record;
  if (bytes.includes(0)) return { line, fault: 'nul_byte' };
  if (!isInEncoding(bytes, 'utf-8')) return { line, fault: 'encoding' };
  try {
    return { line, value: JSON.parse(bytes.toString('utf8')) as unknown };
  } catch {
    return { line, fault: 'json_invalid' };
  }
}

function detectDelimiter(chunk: Buffer): string {
  const end = chunk.indexOf(0x0a);
  const header = chunk.toString('latin1', 0, end < 0 ? chunk.length : end).replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

async function* readChunks(file: RowsFile) {
  let readBytes = 0;
  let isFirst = true;
  for await (const bytes of file.read()) {
    readBytes += bytes.length;
    yield { chunk: isFirst ? dropByteOrderMark(bytes) : bytes, isLast: false, readBytes };
    isFirst = false;
  }
  yield { chunk: Buffer.alloc(0), isLast: true, readBytes };
}

/** The encoding of a file. `windows-1252` is the encoding that the open data call Latin-1. */
export type Encoding = 'utf-8' | 'windows-1252';

const decoder = new TextDecoder('windows-1252');

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The encoding that the first bytes of a file speak for; plain ASCII counts as UTF-8. */
function detectEncoding(sample: Buffer): Encoding {
  // A character may be cut at the end of the sample.
  for (let cut = 0; cut < 4; cut += 1) {
    if (isUtf8(sample.subarray(0, Math.max(0, sample.length - cut)))) return 'utf-8';
  }
  return 'windows-1252';
}

/** The bytes without a byte order mark at their start. */
function dropByteOrderMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;
}

function decode(bytes: Buffer, encoding: Encoding): string {
  return encoding === 'utf-8' ? bytes.toString('utf8') : decoder.decode(bytes);
}

/** True if no other encoding shows through the bytes. */
function isInEncoding(bytes: Buffer, encoding: Encoding): boolean {
  if (isAscii(bytes)) return true;
  // In Latin-1, UTF-8 would read as two odd letters for one; no name holds those.
  return isUtf8(bytes) === (encoding === 'utf-8');
}

function isAscii(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte > 0x7f) return false;
  return true;
}
