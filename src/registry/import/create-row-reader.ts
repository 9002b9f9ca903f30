import { repairRow } from './repair-row.ts';

/** One row as its fields' places in `bytes`. Valid during the call only. */
export type RowView = {
  bytes: Buffer;
  /** Where each field's text starts and ends, within its quotes. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
};

/** The judgement on a row: kept, left out as unwanted, or put aside with a reason. */
export type Judgement = 'keep' | 'leave' | RefusalReason;

/** Why a row of the registry was refused. */
export const refusalReasons = [
  'cnpj_invalid',
  'code_invalid',
  'column_count',
  'duplicate',
  'quote_unclosed',
  'row_too_long',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export type RowReader = {
  /** Takes the next bytes of the file. They must not change afterwards. */
  push(chunk: Buffer): void;
  /** Takes what is left, a last row without a line end among it. */
  end(): void;
  readonly keptRows: number;
  /** Rows kept whose text holds U+FFFD. */
  readonly replacedRows: number;
};

export type RowReaderOptions = {
  readonly columnCount: number;
  judge(row: RowView): Judgement;
  /** Takes kept rows as CSV in UTF-8, one line each, every field in quotes, in pieces of whole rows. */
  emit(rows: Buffer): void;
  refuse(row: { readonly line: number; readonly reason: RefusalReason; readonly raw: Buffer }): void;
  /** Longer rows are put aside. Default 1 MiB. */
  readonly maxRowBytes?: number;
  /** Size of the pieces handed to `emit`, at least. Default 256 KiB. */
  readonly pieceBytes?: number;
};

/** Some tools put it before UTF-8; it is no part of the first row. */
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const lineFeed = 0x0a;
const quote = 0x22;
const semicolon = 0x3b;
const maxRawBytes = 1000;

/**
 * Reads the open data's CSV from pieces of any size into rows ready for `COPY`. A row in plain ASCII with every field
 * in quotes goes through as the bytes it came in; any other is read with tolerance, repaired and written anew (see
 * `repairRow` and `decodeText`). Empty lines are nothing. Never throws for the content of the file.
 */
export function createRowReader(options: RowReaderOptions): RowReader {
  const { columnCount, judge, emit, refuse, maxRowBytes = 1 << 20, pieceBytes = 1 << 18 } = options;
  const view: RowView = {
    bytes: Buffer.alloc(0),
    starts: new Int32Array(columnCount + 1),
    ends: new Int32Array(columnCount + 1),
  };
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  let keptRows = 0;
  let replacedRows = 0;
  let skipping = false;
  let isStart = true;
  let piece = Buffer.allocUnsafeSlow(pieceBytes);
  let pieceLength = 0;

  return {
    push(chunk) {
      take(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), false);
    },
    end() {
      take(rest, true);
      if (pieceLength > 0) emit(piece.subarray(0, pieceLength));
      pieceLength = 0;
    },
    get keptRows() {
      return keptRows;
    },
    get replacedRows() {
      return replacedRows;
    },
  };

  function take(bytes: Buffer, isLast: boolean): void {
    let at = 0;
    if (isStart) {
      if (bytes.length < byteOrderMark.length && !isLast) {
        rest = bytes;
        return;
      }
      if (bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)) at = byteOrderMark.length;
      isStart = false;
    }
    if (skipping) {
      at = skipLine(bytes, 0);
      if (skipping) {
        rest = Buffer.alloc(0);
        return;
      }
    }
    view.bytes = bytes;
    const limit = bytes.lastIndexOf(lineFeed);
    // Rows that follow each other unchanged are copied together.
    let runStart = at;
    while (at < bytes.length) {
      if (at <= limit) {
        const next = readPlainRow(bytes, at);
        if (next > 0) {
          const judgement = judge(view);
          if (judgement === 'keep') {
            keptRows += 1;
          } else {
            copyRun(bytes, runStart, at);
            if (judgement !== 'leave') putAside(judgement, bytes.subarray(at, next - 1));
            runStart = next;
          }
          line += 1;
          at = next;
          continue;
        }
      }
      copyRun(bytes, runStart, at);
      const next = takeOddRow(bytes, at, isLast);
      if (next < 0) {
        rest = bytes.subarray(at);
        return;
      }
      at = next;
      runStart = next;
    }
    copyRun(bytes, runStart, at);
    rest = Buffer.alloc(0);
  }

  /** Where the row after a plain one begins, its fields' places in the view; 0 when it is not a plain one. */
  function readPlainRow(bytes: Buffer, from: number): number {
    const { starts, ends } = view;
    let at = from;
    let field = 0;
    for (;;) {
      if (bytes[at] !== quote || field === columnCount) return 0;
      at += 1;
      starts[field] = at;
      // A line end stops this loop, and the caller has seen to it that there is one.
      let byte = bytes[at]!;
      while (byte !== quote) {
        if (byte < 0x20 || byte > 0x7e) return 0;
        at += 1;
        byte = bytes[at]!;
      }
      ends[field] = at;
      field += 1;
      at += 1;
      byte = bytes[at]!;
      if (byte === lineFeed) return field === columnCount ? at + 1 : 0;
      if (byte !== semicolon) return 0;
      at += 1;
    }
  }

  /** Where the row after an odd one begins, or -1 when more bytes are needed to know. */
  function takeOddRow(bytes: Buffer, at: number, isLast: boolean): number {
    const blankEnd = skipBlankLine(bytes, at, isLast);
    if (blankEnd > at) {
      line += 1;
      return blankEnd;
    }
    const repaired = repairRow(bytes, at, columnCount, isLast);
    const end = repaired.kind === 'more' ? bytes.length : repaired.next;
    if (end - at > maxRowBytes) {
      putAside('row_too_long', bytes.subarray(at, at + maxRawBytes));
      return skipLine(bytes, at);
    }
    if (repaired.kind === 'more') return -1;
    if (repaired.kind === 'bad') {
      putAside(repaired.reason, bytes.subarray(at, repaired.next - 1));
      for (let from = at; from < repaired.next; from += 1) if (bytes[from] === lineFeed) line += 1;
      return repaired.next;
    }
    takeRepairedRow(repaired.fields, bytes.subarray(at, repaired.next));
    line += repaired.lines;
    return repaired.next;
  }

  function takeRepairedRow(fields: readonly string[], raw: Buffer): void {
    const text = fields.map((field) => field.replaceAll('"', '""')).join('";"');
    const row = Buffer.from(`"${text}"\n`);
    const outer = view.bytes;
    view.bytes = row;
    let at = 1;
    for (const [index, field] of fields.entries()) {
      view.starts[index] = at;
      at += Buffer.byteLength(field.replaceAll('"', '""'));
      view.ends[index] = at;
      at += 3;
    }
    const judgement = judge(view);
    view.bytes = outer;
    if (judgement === 'keep') {
      keptRows += 1;
      if (text.includes('\ufffd')) replacedRows += 1;
      copyRun(row, 0, row.length);
    } else if (judgement !== 'leave') {
      putAside(judgement, raw);
    }
  }

  function skipLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(lineFeed, at);
    skipping = end < 0;
    if (!skipping) line += 1;
    return skipping ? bytes.length : end + 1;
  }

  function putAside(reason: RefusalReason, raw: Buffer): void {
    refuse({ line, reason, raw: Buffer.from(raw.subarray(0, maxRawBytes)) });
  }

  function copyRun(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    if (length <= 0) return;
    if (pieceLength + length > piece.length) {
      if (pieceLength > 0) emit(piece.subarray(0, pieceLength));
      piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, length));
      pieceLength = 0;
    }
    bytes.copy(piece, pieceLength, start, end);
    pieceLength += length;
  }
}

/** The start of the next line when this one holds nothing but blanks and NUL bytes, else `at`. */
function skipBlankLine(bytes: Buffer, at: number, isLast: boolean): number {
  let end = at;
  while (bytes[end] === 0 || bytes[end] === 0x20 || bytes[end] === 0x0d || bytes[end] === 0x1a) end += 1;
  if (bytes[end] === lineFeed) return end + 1;
  return isLast && end === bytes.length ? end : at;
}
