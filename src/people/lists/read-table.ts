import { PeopleError } from '../errors.ts';
import {
  type ListLayout,
  type ListReader,
  type ListRow,
  type ReadEntry,
  tableListNames,
} from '../list-entry.ts';
import { cleanDate } from '../rows/clean-value.ts';
import { matchHeader } from '../rows/match-header.ts';
import type { RowsFile } from '../rows/open-rows-file.ts';
import { type Row, type Rows, readCsv } from '../rows/read-rows.ts';

/** A reader of a table with a header, as a layout describes it. Rejects with `list_layout_unknown`. */
export function createTableReader(
  layout: ListLayout,
  { today, maxRowBytes }: { readonly today: string; readonly maxRowBytes: number },
): ListReader {
  let places: Readonly<Partial<Record<string, number>>> | undefined;
  let edition: string | undefined;
  let listDate: string | undefined;
  const otherRegisters = new Set<string>();

  return {
    async *read(file) {
      places = undefined;
      const source =
        layout.format === 'json'
          ? readJsonTable(file)
          : readCsv(layout.startsAt === undefined ? file : skipTo(file, layout.startsAt), {
              maxRowBytes,
              isMixedEncodingFine: true,
            });
      for await (const { rows, readBytes } of source) {
        let following = rows;
        if (places === undefined && rows.length > 0) {
          places = readHeader(rows[0]!);
          following = rows.slice(1);
        }
        yield { entries: following.flatMap(readRow), readBytes };
      }
    },
    facts: () => ({ edition: edition ?? '', listDate }),
    explainEmpty() {
      if (otherRegisters.size === 0) return new PeopleError('people_import_empty');
      const names = [...otherRegisters].join(', ');
      return new PeopleError('list_layout_unknown', { detail: `The file is the list ${names}.` });
    },
  };

  function readHeader(header: Row<readonly string[]>) {
    const values = 'value' in header ? header.value : [];
    const found = matchHeader(values, layout.columns);
    const missing = layout.required.filter((column) => found[column] === undefined);
    if (missing.length > 0) {
      const names = missing.map((column) => layout.columns[column]![0]).join(', ');
      throw new PeopleError('list_layout_unknown', { detail: `These columns are missing: ${names}.` });
    }
    const { signs } = layout;
    if (signs !== undefined && matchHeader(values, { sign: signs }).sign === undefined) {
      const detail = `None of the columns that only this list has is there: ${signs.join(', ')}.`;
      throw new PeopleError('list_layout_unknown', { detail });
    }
    return found;
  }

  function readRow(row: Row<readonly string[]>): ReadEntry | readonly ReadEntry[] {
    const { line } = row;
    if ('fault' in row) return { line, fault: row.fault };
    const cell: ListRow = (column) => {
      const place = places![column];
      return place === undefined ? undefined : row.value[place];
    };
    if (layout.register !== undefined && !isOfRegister(cell('register') ?? '', layout.register)) {
      return { line, fault: 'other_list', field: 'register' };
    }
    if (layout.isOmitted?.(cell) === true) return [];
    const entry = layout.read(cell, today);
    if ('fault' in entry) return { line, ...entry };
    edition ??= layout.edition?.(cell) ?? '';
    if (listDate === undefined && layout.dateColumn !== undefined) {
      const cleaned = cleanDate(cell(layout.dateColumn) ?? '');
      if ('value' in cleaned) listDate = cleaned.value;
    }
    return { line, entry };
  }

  function isOfRegister(cell: string, register: string): boolean {
    const written = cell.trim().toUpperCase();
    if (written === register) return true;
    // Only names of lists are told: the cell may hold anything.
    if (tableListNames.some((name) => name.toUpperCase() === written)) otherRegisters.add(written);
    return false;
  }
}

/** Bytes of a list in JSON, which is read as a whole; the published ones have less than a hundredth of it. */
const maxJsonBytes = 50_000_000;

/** The objects in `value` as rows, after one with the names of their members. */
async function* readJsonTable(file: RowsFile): AsyncGenerator<Rows<readonly string[]>> {
  const chunks: Buffer[] = [];
  let readBytes = 0;
  for await (const chunk of file.read()) {
    readBytes += chunk.length;
    if (readBytes > maxJsonBytes)
      throw new PeopleError('people_file_unreadable', { detail: 'The JSON is too large.' });
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = (JSON.parse(Buffer.concat(chunks).toString('utf8')) as { readonly value?: unknown }).value;
  } catch (cause) {
    throw new PeopleError('people_file_unreadable', { cause, detail: 'The file is not complete JSON.' });
  }
  if (!Array.isArray(value)) {
    throw new PeopleError('list_layout_unknown', { detail: 'The JSON has no list named value.' });
  }
  const objects = (value as unknown[]).map((one) => (typeof one === 'object' && one !== null ? one : {}));
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  const rows = objects.map((one, index) => ({
    line: index + 2,
    value: names.map((name) => {
      const cell = (one as Readonly<Record<string, unknown>>)[name];
      return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';
    }),
  }));
  yield { rows: [{ line: 1, value: names }, ...rows], readBytes };
}

/** Bytes before a table that are searched for its header. */
const maxPreambleBytes = 65_536;

/** The file from the line on that begins as the header does. */
function skipTo(file: RowsFile, start: RegExp): RowsFile {
  return {
    ...file,
    async *read() {
      let head: Buffer | undefined = Buffer.alloc(0);
      for await (const chunk of file.read()) {
        if (head === undefined) {
          yield chunk;
          continue;
        }
        head = Buffer.concat([head, chunk]);
        const place = findLine(head, start);
        if (place !== undefined) {
          yield head.subarray(place);
          head = undefined;
        } else if (head.length > maxPreambleBytes) break;
      }
      if (head !== undefined)
        throw new PeopleError('list_layout_unknown', { detail: 'The header is missing.' });
    },
  };
}

function findLine(bytes: Buffer, start: RegExp): number | undefined {
  for (let at = 0; at < bytes.length; ) {
    if (start.test(bytes.toString('latin1', at, at + 100).replace(/^\u00ef\u00bb\u00bf/, ''))) return at;
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  return undefined;
}
