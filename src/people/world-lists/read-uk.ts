import { PeopleError } from '../errors.ts';
import type { ListReader, ReadEntry, WorldListing } from '../list-entry.ts';
import { dayOf } from '../rows/clean-value.ts';
import { matchColumns, peekSign, splitHead } from '../rows/read-head.ts';
import { isCut, type Row, readCsv } from '../rows/read-rows.ts';
import { readSlashedSpan, readWordedSpan } from './birth-spans.ts';
import { createXmlListReader, type XmlLayout } from './create-xml-list-reader.ts';
import { childrenOf, descendantsOf, textOf } from './read-xml-records.ts';
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
const required = [
  ...(['id', 'name1', 'name6', 'nameType', 'strength', 'nonLatin'] as const),
  ...(['regime', 'kind', 'designated', 'born', 'nationality'] as const),
];

const nameColumns = ['name1', 'name2', 'name3', 'name4', 'name5', 'name6'] as const;

const kinds: Readonly<Record<string, WorldListing['kind']>> = { individual: 'person', ship: 'vessel' };

type Group = { line: number; rows: (readonly string[])[] };

/**
 * A reader of the sanctions list of the United Kingdom, of its CSV or of its XML. The CSV is a line with the day of the
 * report, then a table in which an entry has a row for each name and each birth date. Refuses a last row that is cut
 * (`list_incomplete`) and a line in another encoding (`people_file_unreadable`).
 */
export function createUkReader(): ListReader {
  const xml = createXmlListReader(ukXmlLayout);
  let listDate: string | undefined;
  return {
    async *read(file) {
      const { sign, file: whole } = await peekSign(file);
      if (sign === '<') {
        yield* xml.read(whole);
        listDate = xml.facts().listDate;
        return;
      }
      const { head, rest, isFound } = await splitHead(whole, (bytes) => bytes.indexOf(0x0a) + 1 || undefined);
      if (!isFound) throw new PeopleError('list_layout_unknown', { detail: 'The file has no second line.' });
      listDate = readReportDay(head.toString());
      const groups = new Map<string, Group>();
      let places: Places | undefined;
      let last: Row<readonly string[]> | undefined;
      let readBytes = 0;
      for await (const part of readCsv(rest, { encoding: 'utf-8', delimiter: ',' })) {
        readBytes = part.readBytes;
        const faults: ReadEntry[] = [];
        for (const row of part.rows) {
          const line = row.line + 1;
          if (places === undefined) {
            places = matchColumns(row, columns, required, line).found;
            continue;
          }
          last = row;
          if ('fault' in row) {
            if (row.fault === 'encoding') {
              throw new PeopleError('people_file_unreadable', { detail: `Line ${line} is not in UTF-8.` });
            }
            faults.push({ line, fault: row.fault });
            continue;
          }
          const id = row.value[places.id!]!.trim();
          const group = groups.get(id);
          if (group === undefined) groups.set(id, { line, rows: [row.value] });
          else group.rows.push(row.value);
        }
        if (isCut(last, part.isOpen)) {
          throw new PeopleError('list_incomplete', { detail: `Line ${last!.line + 1} is cut off.` });
        }
        yield { entries: faults, readBytes };
      }
      if (places === undefined)
        throw new PeopleError('list_layout_unknown', { detail: 'The header is missing.' });
      yield { entries: [...groups].map(([id, group]) => readGroup(id, group, places)), readBytes };
    },
    facts: () => ({ listDate }),
  };
}

/** `Report Date: 23-Sep-2026`, `23/09/2026`. */
function readReportDay(line: string): string | undefined {
  const day = readWordedSpan(
    line
      .trim()
      .replace(/^[^0-9]*/, '')
      .replaceAll(/[-"]/g, ' '),
  )?.from;
  return day ?? dayOf(/\d{1,2}\/\d{1,2}\/\d{4}/.exec(line)?.[0]);
}

type Places = Readonly<Partial<Record<keyof typeof columns, number>>>;

/** `UK-Sanctions-List.xml`: the same facts, an element for each entry. */
const ukXmlLayout: XmlLayout = {
  root: 'Designations',
  entries: new Set(['Designation']),
  expected: ['UniqueID', 'Name1', 'Name6', 'NameType', 'AliasStrength', 'IndividualEntityShip', 'DOB'],
  head: 'DateGenerated',
  readHead: ({ name, text }) => ({ listDate: name === 'DateGenerated' ? dayOf(text) : undefined }),
  read(node) {
    const textsOf = (name: string) => descendantsOf(node, name).map(({ text }) => text);
    return toFacts({
      id: textOf(node, 'UniqueID'),
      kind: textOf(node, 'IndividualEntityShip'),
      names: childrenOf(node, 'Names').flatMap((names) =>
        childrenOf(names, 'Name').map((name) => ({
          parts: [1, 2, 3, 4, 5, 6].map((number) => textOf(name, `Name${number}`)),
          type: textOf(name, 'NameType'),
          strength: textOf(name, 'AliasStrength'),
        })),
      ),
      nonLatin: textsOf('NameNonLatinScript'),
      births: textsOf('DOB'),
      nationalities: textsOf('Nationality'),
      passports: textsOf('PassportNumber'),
      nationalIds: textsOf('NationalIdentifierNumber'),
      regimes: [textOf(node, 'RegimeName')],
      designated: textOf(node, 'DateDesignated'),
    });
  },
};

function readGroup(id: string, { line, rows }: Group, places: Places): ReadEntry {
  const cell = (row: readonly string[], column: keyof typeof columns) => {
    const place = places[column];
    return place === undefined ? '' : row[place]!.trim();
  };
  const several = (column: keyof typeof columns) => rows.flatMap((row) => cell(row, column).split(/[|;]/));
  const entry = toListEntry(
    toFacts({
      id,
      kind: cell(rows[0]!, 'kind'),
      names: rows.map((row) => ({
        parts: nameColumns.map((column) => cell(row, column)),
        type: cell(row, 'nameType'),
        strength: cell(row, 'strength'),
        nonLatin: cell(row, 'nonLatin'),
      })),
      nonLatin: [],
      births: several('born'),
      nationalities: several('nationality'),
      passports: several('passport'),
      nationalIds: several('nationalId'),
      regimes: several('regime'),
      designated: cell(rows[0]!, 'designated'),
    }),
  );
  return 'fault' in entry ? { line, ...entry } : { line, value: entry };
}

type UkEntry = {
  readonly id: string | undefined;
  readonly kind: string | undefined;
  readonly names: readonly {
    readonly parts: readonly (string | undefined)[];
    readonly type: string | undefined;
    readonly strength: string | undefined;
    /** The same name in its own script. */
    readonly nonLatin?: string;
  }[];
  readonly nonLatin: readonly string[];
  readonly births: readonly string[];
  readonly nationalities: readonly string[];
  readonly passports: readonly string[];
  readonly nationalIds: readonly string[];
  readonly regimes: readonly (string | undefined)[];
  readonly designated: string | undefined;
};

function toFacts(entry: UkEntry): ListingFacts {
  return {
    id: entry.id,
    kind: kinds[entry.kind?.toLowerCase() ?? ''] ?? 'company',
    // The primary name goes first, wherever it stands.
    names: [
      ...entry.names
        .toSorted((a, b) => rankOf(a.type) - rankOf(b.type))
        .flatMap(({ parts, strength, nonLatin }) => {
          const isWeak = /low quality/i.test(strength ?? '');
          return [
            { name: parts.filter(Boolean).join(' '), isWeak },
            { name: nonLatin, isWeak },
          ];
        }),
      ...entry.nonLatin.map((name) => ({ name, isWeak: false })),
    ],
    birthDates: entry.births.map(readSlashedSpan),
    countries: entry.nationalities.map((text) => text.trim().replace(/^\(\d+\)\s*/, '')),
    documents: [
      ...entry.passports.map((number) => ({ type: 'Passport', number })),
      ...entry.nationalIds.map((number) => ({ type: 'National identifier', number })),
    ],
    programmes: entry.regimes,
    listedOn: dayOf(entry.designated),
  };
}

function rankOf(nameType: string | undefined): number {
  const at = ['primary name', 'primary name variation'].indexOf(nameType?.toLowerCase() ?? '');
  return at < 0 ? 2 : at;
}
