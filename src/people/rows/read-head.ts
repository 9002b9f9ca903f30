import { isUtf8 } from 'node:buffer';
import { PeopleError } from '../errors.ts';
import type { RowsFile } from './open-rows-file.ts';
import type { Row } from './read-rows.ts';

/** Bytes at the start of a file in which its beginning is searched for. */
const maxHeadBytes = 65_536;

/** A file in two: the bytes before a place, and the rest as a file of its own. */
export type SplitFile = {
  readonly head: Buffer;
  readonly rest: RowsFile;
  /** False where the place was not found: everything that was read is in `head`. */
  readonly isFound: boolean;
};

/** Splits a file at the place that `find` tells from the bytes so far. Looks at some 65,536 bytes at most. */
export async function splitHead(
  file: RowsFile,
  find: (bytes: Buffer) => number | undefined,
): Promise<SplitFile> {
  const chunks = file.read()[Symbol.asyncIterator]();
  let bytes: Buffer = Buffer.alloc(0);
  let place: number | undefined;
  while (place === undefined && bytes.length < maxHeadBytes) {
    const next = await chunks.next();
    if (next.done) break;
    bytes = Buffer.concat([bytes, next.value]);
    place = find(bytes);
  }
  if (place === undefined) await chunks.return?.();
  const rest = {
    ...file,
    async *read() {
      yield bytes.subarray(place ?? bytes.length);
      try {
        for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
      } finally {
        await chunks.return?.();
      }
    },
  };
  return { head: bytes.subarray(0, place), rest, isFound: place !== undefined };
}

/** The first character of a file that is no white space (empty for none), and the file as a whole. */
export async function peekSign(file: RowsFile): Promise<{ readonly sign: string; readonly file: RowsFile }> {
  let sign = '';
  const { rest } = await splitHead(file, (bytes) => {
    sign = bytes.toString('latin1').replace(/^(?:\u00ef\u00bb\u00bf|\s)+/, '')[0] ?? '';
    return sign === '' ? undefined : 0;
  });
  return { sign, file: rest };
}

/** The number of the first line, from 1, that is not in UTF-8; undefined where all are. */
export function findLineNotUtf8(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let line = 1;
  for (let at = 0; at < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, at);
    const next = end < 0 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(at, next))) break;
    at = next;
  }
  return line;
}

/**
 * The form of a column's name that its spellings share: without accents, case, and what is no letter or digit
 * (`Sigla_Função`, `SIGLA FUNCAO`).
 */
function looseName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '');
}

/** Where each wanted column stands in a header; columns that are not there are absent. */
export function matchHeader<Name extends string>(
  header: readonly string[],
  wanted: Readonly<Partial<Record<Name, readonly string[]>>>,
): Partial<Record<Name, number>> {
  const places = new Map<string, number>();
  for (const [index, name] of header.entries()) {
    const loose = looseName(name);
    if (!places.has(loose)) places.set(loose, index);
  }
  const found: Partial<Record<Name, number>> = {};
  for (const [field, spellings] of Object.entries(wanted) as [Name, readonly string[]][]) {
    const place = spellings.map((spelling) => places.get(looseName(spelling))).find((at) => at !== undefined);
    if (place !== undefined) found[field] = place;
  }
  return found;
}

/**
 * The columns that a header has, by our names of them. Throws `list_layout_unknown` for a header that lacks one of
 * those required, and `people_file_unreadable` for one that cannot be read.
 */
export function matchColumns<Name extends string>(
  header: Row<readonly string[]>,
  columns: Readonly<Record<Name, readonly string[]>>,
  required: readonly Name[],
  line: number,
): { readonly values: readonly string[]; readonly found: Readonly<Partial<Record<Name, number>>> } {
  if ('fault' in header) {
    const detail = `The header in line ${line} cannot be read: ${header.fault}.`;
    throw new PeopleError('people_file_unreadable', { detail });
  }
  const values = header.value;
  const found = matchHeader(values, columns);
  const missing = required.filter((column) => found[column] === undefined);
  if (missing.length === 0) return { values, found };
  const names = missing.map((column) => columns[column][0]).join(', ');
  throw new PeopleError('list_layout_unknown', {
    detail: `The header in line ${line} lacks these columns: ${names}.`,
  });
}
