import { PeopleError } from '../errors.ts';
import {
  type ListLayout,
  type ListReader,
  type ListRow,
  type ReadEntry,
  tableListNames,
} from '../list-entry.ts';
import { dayOf } from '../rows/clean-value.ts';
import type { RowsFile } from '../rows/open-rows-file.ts';
import { findLineNotUtf8, matchColumns, matchHeader, peekSign, splitHead } from '../rows/read-head.ts';
import { isCut, type Row, type Rows, readCsv } from '../rows/read-rows.ts';
import { readWho } from './read-cells.ts';

/** A reader of a table with a header, as a layout describes it. Rejects with `list_layout_unknown`. */
export function createTableReader(layout: ListLayout, today: string): ListReader {
  let places: Readonly<Partial<Record<string, number>>> | undefined;
  let linesBefore = 0;
  let edition: string | undefined;
  let listDate: string | undefined;
  const otherRegisters = new Set<string>();

  return {
    async *read(file) {
      places = undefined;
      linesBefore = 0;
      const { startsAt } = layout;
      let last: Row<readonly string[]> | undefined;
      for await (const { rows, readBytes, isOpen } of readTable(file)) {
        let following = rows;
        if (places === undefined && rows.length > 0) {
          places = readHeader(rows[0]!);
          following = rows.slice(1);
        }
        last = rows.at(-1) ?? last;
        // Texts behind a table need no end.
        if (startsAt === undefined && isCut(last, isOpen)) {
          throw new PeopleError('list_incomplete', { detail: `Line ${lineOf(last!)} is cut off.` });
        }
        yield { entries: following.flatMap(readRow), readBytes };
      }
    },
    facts: () => ({ edition, listDate }),
    explainEmpty() {
      if (otherRegisters.size === 0) return undefined;
      const names = [...otherRegisters].join(', ');
      return new PeopleError('list_layout_unknown', { detail: `The file is the list ${names}.` });
    },
  };

  async function* readTable(file: RowsFile): AsyncGenerator<Rows<readonly string[]>> {
    const { startsAt } = layout;
    if (startsAt !== undefined) {
      const { head, rest, isFound } = await splitHead(file, (bytes) => findLine(bytes, startsAt));
      linesBefore = head.filter((byte) => byte === lineFeed).length;
      if (!isFound) {
        const detail = `None of the first ${linesBefore + 1} lines is the header.`;
        throw new PeopleError('list_layout_unknown', { detail });
      }
      return yield* readCsv(rest, { isMixedEncodingFine: true });
    }
    const { sign, file: whole } = await peekSign(file);
    if (sign === '{' || sign === '[') return yield* readJsonTable(whole);
    yield* readCsv(whole, { isMixedEncodingFine: true });
  }

  function lineOf({ line }: Row<readonly string[]>): number {
    return linesBefore + line;
  }

  function readHeader(header: Row<readonly string[]>) {
    const { values, found } = matchColumns(header, layout.columns, layout.required, lineOf(header));
    const { signs } = layout;
    if (signs !== undefined && matchHeader(values, { sign: signs }).sign === undefined) {
      const detail = `None of the columns that only this list has is there: ${signs.join(', ')}.`;
      throw new PeopleError('list_layout_unknown', { detail });
    }
    return found;
  }

  function readRow(row: Row<readonly string[]>): ReadEntry | readonly ReadEntry[] {
    const line = lineOf(row);
    if ('fault' in row) return { line, fault: row.fault };
    const cell: ListRow = (column) => {
      const place = places![column];
      return place === undefined ? undefined : row.value[place];
    };
    if (layout.register !== undefined && !isOfRegister(cell('register') ?? '', layout.register)) {
      return { line, fault: 'other_list', field: 'register' };
    }
    if (layout.isOmitted?.(cell) === true) return [];
    const who = readWho(cell, layout.names);
    if ('fault' in who) return { line, ...who };
    const facts = layout.read(cell, today);
    if ('fault' in facts) return { line, ...facts };
    edition ??= layout.edition?.(cell) ?? '';
    if (layout.dateColumn !== undefined) listDate ??= dayOf(cell(layout.dateColumn));
    return { line, value: { ...who, ...facts } };
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

/** The objects in `value` (OData) or `items` (Oracle REST) as rows, after one with the names of their members. */
async function* readJsonTable(file: RowsFile): AsyncGenerator<Rows<readonly string[]>> {
  const chunks: Buffer[] = [];
  let readBytes = 0;
  for await (const chunk of file.read()) {
    readBytes += chunk.length;
    if (readBytes > maxJsonBytes)
      throw new PeopleError('people_file_unreadable', { detail: 'The JSON is too large.' });
    chunks.push(chunk);
  }
  const table = parseJson(Buffer.concat(chunks));
  const list = table.value ?? table.items;
  if (!Array.isArray(list)) {
    throw new PeopleError('list_layout_unknown', { detail: 'The JSON has no list named value or items.' });
  }
  const isPart =
    table.hasMore === true || Number(table.offset ?? 0) > 0 || table['@odata.nextLink'] !== undefined;
  if (isPart) {
    const detail = `The JSON is one page of the list, with ${list.length} entries. Ask for all with limit=10000.`;
    throw new PeopleError('list_incomplete', { detail });
  }
  const objects = (list as unknown[]).map((one) => (typeof one === 'object' && one !== null ? one : {}));
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

function parseJson(bytes: Buffer): Readonly<Record<string, unknown>> {
  const refuse = (detail: string, cause?: unknown) =>
    new PeopleError('people_file_unreadable', { cause, detail });
  const line = findLineNotUtf8(bytes);
  if (line !== undefined) throw refuse(`Line ${line} is not in UTF-8.`);
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch (cause) {
    const [, at = text.length] = /position (\d+)/.exec(String(cause)) ?? [];
    const lines = text.slice(0, Number(at)).trimEnd().split('\n').length;
    throw refuse(`The JSON breaks off in line ${lines}.`, cause);
  }
}

const lineFeed = 0x0a;

function findLine(bytes: Buffer, start: RegExp): number | undefined {
  for (let at = 0; at < bytes.length; ) {
    if (start.test(bytes.toString('latin1', at, at + 100).replace(/^\u00ef\u00bb\u00bf/, ''))) return at;
    const end = bytes.indexOf(lineFeed, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  return undefined;
}
