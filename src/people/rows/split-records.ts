/** Why a row cannot be used. Stable words: they are stored, counted and shown. */
export const rowFaults = [
  'birth_date_impossible',
  'column_count',
  'control_character',
  'cpf_invalid',
  'cpf_missing',
  'date_invalid',
  'document_invalid',
  'empty',
  'encoding',
  'field_too_long',
  'formula',
  'json_invalid',
  'name_missing',
  'number_missing',
  'nul_byte',
  'other_list',
  'quote_unclosed',
  'row_too_long',
  'too_many_addresses',
  'value_invalid',
] as const;
export type RowFault = (typeof rowFaults)[number];

/** A row as it stands in a file, without its line end, or why there is none. */
export type RawRecord =
  | { readonly line: number; readonly bytes: Buffer }
  | { readonly line: number; readonly fault: RowFault };

export type RecordSplitter = {
  /** The rows that end in these bytes, which must not change afterwards. */
  push(chunk: Buffer): RawRecord[];
  /** The remaining rows, with a last one that has no line end. */
  end(): RawRecord[];
};

export type RecordSplitterOptions = {
  /** Of CSV: quoted cells may hold line ends. Without it a row is a line. */
  readonly delimiter?: number | undefined;
  /** Longer rows are faults, and never kept in memory. */
  readonly maxBytes: number;
};

/** `more`: the bytes at hand do not tell. `open`: a quote is not closed. */
type RecordEnd =
  | { readonly kind: 'row'; readonly end: number; readonly next: number; readonly lines: number }
  | { readonly kind: 'more' }
  | { readonly kind: 'open' };

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
/** More lines than a quoted cell of a data set has; past it the quote counts as left open. */
const maxLines = 64;

/**
 * Cuts a file of any size into rows, keeping no more than one row of `maxBytes` in memory. A quote opens a cell at
 * its beginning only, and closes it before a delimiter or line end only. An unclosed quote costs its line, not the
 * rest of the file. Blank lines are ignored. Never throws for the content of the file.
 */
export function createRecordSplitter(options: RecordSplitterOptions): RecordSplitter {
  const { delimiter, maxBytes } = options;
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  let isSkipping = false;

  return {
    push: (chunk) => take(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), false),
    end: () => take(rest, true),
  };

  function take(bytes: Buffer, isLast: boolean): RawRecord[] {
    const records: RawRecord[] = [];
    let at = 0;
    if (isSkipping) at = skipLine(bytes, 0);
    while (at < bytes.length && !isSkipping) {
      const found = findEnd(bytes, at, isLast);
      if (found.kind === 'more') {
        if (bytes.length - at <= maxBytes) break;
        const isOpenQuote = bytes.indexOf(lineFeed, at) >= 0;
        records.push({ line, fault: isOpenQuote ? 'quote_unclosed' : 'row_too_long' });
        at = skipLine(bytes, at);
      } else if (found.kind === 'open') {
        records.push({ line, fault: 'quote_unclosed' });
        at = skipLine(bytes, at);
      } else {
        if (found.end - at > maxBytes) records.push({ line, fault: 'row_too_long' });
        else if (found.end > at) records.push({ line, bytes: bytes.subarray(at, found.end) });
        line += found.lines;
        at = found.next;
      }
    }
    rest = isSkipping || isLast ? Buffer.alloc(0) : bytes.subarray(at);
    return records;
  }

  function skipLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(lineFeed, at);
    isSkipping = end < 0;
    if (isSkipping) return bytes.length;
    line += 1;
    return end + 1;
  }

  function findEnd(bytes: Buffer, from: number, isLast: boolean): RecordEnd {
    const end = bytes.indexOf(lineFeed, from);
    const firstLine = bytes.subarray(from, end < 0 ? bytes.length : end);
    if (delimiter === undefined || !firstLine.includes(quote)) {
      if (end >= 0) return rowTo(bytes, from, end, 1);
      return isLast ? rowTo(bytes, from, bytes.length, 1) : { kind: 'more' };
    }
    let isQuoted = false;
    let isCellStart = true;
    let lines = 1;
    let cellLine = 1;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (isQuoted) {
        if (byte === lineFeed) {
          lines += 1;
          if (lines > maxLines) return { kind: 'open' };
        } else if (byte === quote) {
          const next = bytes[at + 1];
          if (next === quote) at += 1;
          else if (next === undefined ? isLast : isCellEnd(next)) isQuoted = false;
          else if (next === undefined) return { kind: 'more' };
          // On a later line this is where another row begins that the open quote has swallowed.
          else if (lines > cellLine) return { kind: 'open' };
        }
      } else if (byte === lineFeed) {
        return rowTo(bytes, from, at, lines);
      } else {
        isQuoted = isCellStart && byte === quote;
        cellLine = lines;
        isCellStart = byte === delimiter;
      }
    }
    if (!isLast) return { kind: 'more' };
    return isQuoted ? { kind: 'open' } : rowTo(bytes, from, bytes.length, lines);
  }

  function isCellEnd(byte: number): boolean {
    return byte === delimiter || byte === lineFeed || byte === carriageReturn;
  }
}

function rowTo(bytes: Buffer, from: number, lineEnd: number, lines: number): RecordEnd {
  let end = lineEnd;
  while (end > from && bytes[end - 1] === carriageReturn) end -= 1;
  return { kind: 'row', end, next: lineEnd + 1, lines };
}
