import { type Cpf, parseCnpj, parseCpf } from '../../platform/documents.ts';
import { dropRemarks, readSixDigits } from '../keyed-indexes.ts';
import type { ListEntry, ListedSanction, ListRow, ListSubject } from '../list-entry.ts';
import { cleanText, dayOf, isNothing, readText } from '../rows/clean-value.ts';
import type { RowFault } from '../rows/split-records.ts';

type Who = Pick<ListEntry, 'name' | 'cpf' | 'sixDigits' | 'cnpj'>;

/**
 * Name and document. Where people are named, a document that is withheld leaves the name. One that is no document,
 * or none of whom the list names, is a fault.
 */
export function readWho(
  row: ListRow,
  names: readonly ListSubject[],
): Who | { readonly fault: RowFault; readonly field: string } {
  const cleaned = cleanText(dropRemarks(row('name') ?? ''));
  if ('fault' in cleaned) return { fault: cleaned.fault, field: 'name' };
  if (cleaned.value === undefined) return { fault: 'name_missing', field: 'name' };
  const name = cleaned.value;
  const document = (row('document') ?? '').trim();
  const plain = document.replaceAll(/[./\s-]/g, '').toUpperCase();
  if (names.includes('person')) {
    if (isWithheld(document, plain)) return { name };
    const sixDigits = readSixDigits(document);
    if (sixDigits !== undefined) return { name, sixDigits };
    const cpf: Cpf | undefined = parseCpf(plain);
    if (cpf !== undefined) return { name, cpf };
  }
  const cnpj = names.includes('company') ? parseCnpj(plain) : undefined;
  if (cnpj !== undefined) return { name, cnpj };
  return { fault: 'document_invalid', field: 'document' };
}

/** Nothing, a single zero, or signs that stand for every digit of a CPF or CNPJ. */
function isWithheld(document: string, plain: string): boolean {
  return (
    isNothing(document) ||
    plain === '0' ||
    /^(?:\*{11}|X{11}|•{11}|0{11}|\*{14}|X{14}|•{14}|0{14})$/.test(plain)
  );
}

export function readTexts<Name extends string>(row: ListRow, names: readonly Name[]) {
  return readEach(row, names, readText);
}

/** A day that cannot be read is left out: an entry is not lost for it. */
export function readDates<Name extends string>(row: ListRow, names: readonly Name[]) {
  return readEach(row, names, dayOf);
}

function readEach<Name extends string>(
  row: ListRow,
  names: readonly Name[],
  read: (cell: string | undefined) => string | undefined,
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = read(row(name));
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** A sanction in these columns, and the days that the list tells of it, with what it says of every one. */
export function readSanction(
  row: ListRow,
  texts: readonly Exclude<keyof ListedSanction, `${string}Date`>[],
  fixed: ListedSanction = {},
): { readonly sanction: ListedSanction } {
  const days = readDates(row, ['startDate', 'endDate', 'publicationDate']);
  return { sanction: { ...fixed, ...readTexts(row, texts), ...days } };
}
