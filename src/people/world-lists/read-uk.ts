import { PeopleError } from '../errors.ts';
import type { ListReader, ReadEntry, WorldListing } from '../list-entry.ts';
import { cleanDate } from '../rows/clean-value.ts';
import { matchHeader } from '../rows/match-header.ts';
import type { RowsFile } from '../rows/open-rows-file.ts';
import { type Row, readCsv } from '../rows/read-rows.ts';
import { readSlashedSpan, readWordedSpan } from './birth-spans.ts';
import { type ListingFacts, toListEntry } from './to-list-entry.ts';

const columns = {
  id: ['Unique ID'],
  name1: ['Name 1'],
  name2: ['Name 2'],
  name3: ['Name 3'],
  name4: ['Name 4'],
  name5: ['Name 5'],
  name6: ['Name 6'],
  nameType: ['Name type'],
  strength: ['Alias strength'],
  regime: ['Regime Name'],
  kind: ['Designation Type', 'Individual, Entity, Ship'],
  nonLatin: ['Name non-latin script'],
  designated: ['Date Designated'],
  born: ['D.O.B'],
  nationality: ['Nationality(/ies)'],
  nationalId: ['National Identifier number'],
  passport: ['Passport number'],
} as const;
const required = ['id', 'name6', 'nameType', 'regime', 'kind', 'designated'] as const;

const nameColumns = ['name1', 'name2', 'name3', 'name4', 'name5', 'name6'] as const;

const kinds: Readonly<Record<string, WorldListing['kind']>> = { individual: 'person', ship: 'vessel' };

type Group = { line: number; rows: (readonly string[])[] };

/**
 * A reader of the sanctions list of the United Kingdom: a line with the day of the report, then a table in which an
 * entry has a row for each name and each birth date. Refuses a last row that is cut (`list_incomplete`).
 */
export function createUkReader({ maxRowBytes }: { readonly maxRowBytes: number }): ListReader {
  let listDate: string | undefined;
  return {
    async *read(file) {
      const first = await splitFirstLine(file);
      const day = readWordedSpan(first.line.replace(/^[^0-9]*/, '').replaceAll(/[-"]/g, ' '))?.from;
      const slashed = cleanDate(/\d{1,2}\/\d{1,2}\/\d{4}/.exec(first.line)?.[0] ?? '');
      listDate = day ?? ('value' in slashed ? slashed.value : undefined);
      const groups = new Map<string, Group>();
      let places: ReturnType<typeof readHeader> | undefined;
      let last: Row<readonly string[]> | undefined;
      let readBytes = 0;
      for await (const part of readCsv(first.rest, { maxRowBytes, encoding: 'utf-8', delimiter: ',' })) {
        readBytes = part.readBytes;
        const faults: ReadEntry[] = [];
        for (const row of part.rows) {
          if (places === undefined) {
            places = readHeader(row);
            continue;
          }
          last = row;
          const line = row.line + 1;
          if ('fault' in row) {
            faults.push({ line, fault: row.fault });
            continue;
          }
          const id = row.value[places.id!]!.trim();
          const group = groups.get(id);
          if (group === undefined) groups.set(id, { line, rows: [row.value] });
          else group.rows.push(row.value);
        }
        yield { entries: faults, readBytes };
      }
      if (places === undefined)
        throw new PeopleError('list_layout_unknown', { detail: 'The header is missing.' });
      if (last !== undefined && 'fault' in last) {
        throw new PeopleError('list_incomplete', { detail: 'The last row is cut off.' });
      }
      yield { entries: [...groups].map(([id, group]) => readGroup(id, group, places)), readBytes };
    },
    facts: () => ({ edition: '', listDate }),
    explainEmpty: () => new PeopleError('people_import_empty'),
  };
}

type Places = Readonly<Partial<Record<keyof typeof columns, number>>>;

function readHeader(header: Row<readonly string[]>): Places {
  const found: Places = matchHeader('value' in header ? header.value : [], columns);
  const missing = required.filter((column) => found[column] === undefined);
  if (missing.length === 0) return found;
  const names = missing.map((column) => columns[column][0]).join(', ');
  throw new PeopleError('list_layout_unknown', { detail: `These columns are missing: ${names}.` });
}

function readGroup(id: string, { line, rows }: Group, places: Places): ReadEntry {
  const cell = (row: readonly string[], column: keyof typeof columns) => {
    const place = places[column];
    return place === undefined ? '' : row[place]!.trim();
  };
  const several = (column: keyof typeof columns) =>
    rows.flatMap((row) =>
      cell(row, column)
        .split(/[|;]/)
        .map((text) => text.trim()),
    );
  const designated = cleanDate(cell(rows[0]!, 'designated'));
  const facts: ListingFacts = {
    id,
    kind: kinds[cell(rows[0]!, 'kind').toLowerCase()] ?? 'company',
    // The primary name goes first, wherever it stands.
    names: rows
      .toSorted((a, b) => rankOf(cell(a, 'nameType')) - rankOf(cell(b, 'nameType')))
      .flatMap((row) => {
        const isWeak = /low quality/i.test(cell(row, 'strength'));
        const parts = nameColumns.map((column) => cell(row, column)).filter((part) => part !== '');
        return [
          { name: parts.join(' '), isWeak },
          { name: cell(row, 'nonLatin'), isWeak },
        ];
      }),
    birthDates: several('born').map(readSlashedSpan),
    countries: several('nationality').map((text) => text.replace(/^\(\d+\)\s*/, '')),
    documents: [
      ...several('passport').map((number) => ({ type: 'Passport', number })),
      ...several('nationalId').map((number) => ({ type: 'National identifier', number })),
    ],
    programmes: several('regime'),
    listedOn: 'value' in designated ? designated.value : undefined,
  };
  const entry = toListEntry(facts);
  return 'fault' in entry ? { line, ...entry } : { line, entry };
}

function rankOf(nameType: string): number {
  const at = ['primary name', 'primary name variation'].indexOf(nameType.toLowerCase());
  return at < 0 ? 2 : at;
}

/** The first line of a file, and the rest as a file of its own. */
async function splitFirstLine(file: RowsFile): Promise<{ readonly line: string; readonly rest: RowsFile }> {
  const chunks = file.read()[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let end = -1;
  while (end < 0 && head.length < 65_536) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
    end = head.indexOf(0x0a);
  }
  if (end < 0) throw new PeopleError('list_layout_unknown', { detail: 'The file has no second line.' });
  const rest = {
    ...file,
    async *read() {
      yield head.subarray(end + 1);
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    },
  };
  return { line: head.toString('utf8', 0, end), rest };
}
