import { PeopleError } from '../errors.ts';
import type { Row } from './read-rows.ts';

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
