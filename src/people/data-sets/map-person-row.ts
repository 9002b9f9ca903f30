import type { Cpf } from '../../platform/documents.ts';
import { cleanBirthDate, cleanCpf, cleanText } from '../rows/clean-value.ts';
import { matchHeader } from '../rows/read-head.ts';
import type { RowFault } from '../rows/split-records.ts';
import { type Address, maxAddresses, type PersonBasicData } from '../types.ts';
import { type AddressField, addressFields, type Mapping, type PersonField, personFields } from './mapping.ts';

/** The facts of a row about a person. A row without basic data or addresses says nothing about those. */
export type PersonRow = {
  readonly cpf: Cpf;
  readonly basicData: PersonBasicData | undefined;
  readonly addresses: readonly Address[];
};

export type MappedRow = PersonRow | { readonly fault: RowFault; readonly field?: string };

type Read = (field: string) => string | undefined;

/** A mapper for CSV rows with this header; undefined when the header has no CPF. It refuses births after `today`. */
export function createCsvMapper(
  mapping: Mapping | undefined,
  header: readonly string[],
  today: string,
): ((cells: readonly string[]) => MappedRow) | undefined {
  const wanted: Record<string, readonly string[]> = {};
  if (mapping === undefined) {
    Object.assign(wanted, personFields);
    for (const [field, names] of Object.entries(addressFields)) wanted[`address.${field}`] = names;
  } else {
    for (const [field, column] of listColumns(mapping)) wanted[field] = [column];
  }
  const places = matchHeader(header, wanted);
  if (places.cpf === undefined) return undefined;
  const addressCount = mapping?.columns.addresses?.length ?? 0;
  return (cells) =>
    mapRow(mapping, addressCount, today, (field) => {
      const place = places[field];
      return place === undefined ? undefined : cells[place];
    });
}

/** The facts of a JSON value: an object with our names, or with the names of the mapping, `a.b` for nested ones. */
export function mapJsonRow(mapping: Mapping | undefined, value: unknown, today: string): MappedRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: 'json_invalid' };
  if (mapping === undefined) return mapOwnJson(value as Record<string, unknown>, today);
  const columns = new Map(listColumns(mapping));
  return mapRow(mapping, mapping.columns.addresses?.length ?? 0, today, (field) => {
    const path = columns.get(field);
    return path === undefined ? undefined : toCell(lookUp(value, path));
  });
}

function mapOwnJson(value: Record<string, unknown>, today: string): MappedRow {
  const { basicData, addresses, address } = value;
  const inner = typeof basicData === 'object' && basicData !== null ? basicData : {};
  const listed = Array.isArray(addresses) ? addresses : address === undefined ? [] : [address];
  if (listed.length > maxAddresses) return { fault: 'too_many_addresses' };
  return mapRow(undefined, listed.length, today, (field) => {
    const [, index, part] = /^addresses\.(\d+)\.(.+)$/.exec(field) ?? [];
    if (part !== undefined) return toCell(lookUp(listed[Number(index)], part));
    return toCell((inner as Record<string, unknown>)[field] ?? value[field]);
  });
}

function* listColumns({ columns }: Mapping): Generator<[string, string]> {
  const { address, addresses, ...person } = columns;
  for (const [field, column] of Object.entries(person)) if (typeof column === 'string') yield [field, column];
  for (const [field, column] of Object.entries(address ?? {})) yield [`address.${field}`, column as string];
  for (const [index, each] of (addresses ?? []).entries()) {
    for (const [field, column] of Object.entries(each))
      yield [`addresses.${index}.${field}`, column as string];
  }
}

function mapRow(mapping: Mapping | undefined, addressCount: number, today: string, read: Read): MappedRow {
  const cpf = cleanCpf(read('cpf') ?? '', mapping?.restoreCpfZeros === true);
  if ('fault' in cpf) return { fault: cpf.fault, field: 'cpf' };
  const row: { cpf: Cpf; basicData: PersonBasicData | undefined; addresses: Address[] } = {
    cpf: cpf.value!,
    basicData: undefined,
    addresses: [],
  };
  const basicData: Record<string, string> = {};
  for (const field of Object.keys(personFields) as PersonField[]) {
    if (field === 'cpf') continue;
    const cleaned = cleanField(mapping, field, read(field), today);
    if ('fault' in cleaned) return { fault: cleaned.fault, field };
    if (cleaned.value !== undefined) basicData[field] = cleaned.value;
  }
  if (Object.keys(basicData).length > 0) row.basicData = basicData;
  const prefixes = ['address', ...Array.from({ length: addressCount }, (_, index) => `addresses.${index}`)];
  for (const prefix of prefixes) {
    const address: Record<string, string> = {};
    for (const field of Object.keys(addressFields) as AddressField[]) {
      const cleaned = cleanField(mapping, field, read(`${prefix}.${field}`), today);
      if ('fault' in cleaned) return { fault: cleaned.fault, field: `address.${field}` };
      if (cleaned.value !== undefined) address[field] = cleaned.value;
    }
    if (Object.keys(address).length > 0) row.addresses.push(address);
  }
  if (row.basicData === undefined && row.addresses.length === 0) return { fault: 'empty' };
  return row;
}

function cleanField(mapping: Mapping | undefined, field: string, text: string | undefined, today: string) {
  if (text === undefined) return { value: undefined };
  const meant = mapping?.values?.[field]?.[text.trim()] ?? text;
  if (field === 'birthDate') {
    const date = cleanBirthDate(meant, today, mapping?.dateFormat);
    return 'fault' in date || date.value === undefined
      ? date
      : { value: date.value.split('-').reverse().join('/') };
  }
  const cleaned = cleanText(meant);
  if ('fault' in cleaned || cleaned.value === undefined) return cleaned;
  return field === 'gender' ? { value: genders[cleaned.value.toLowerCase()] ?? cleaned.value } : cleaned;
}

const genders: Readonly<Record<string, string>> = {
  f: 'Female',
  feminino: 'Female',
  female: 'Female',
  m: 'Male',
  masculino: 'Male',
  male: 'Male',
};

function lookUp(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** Numbers are taken as they are written; objects and lists say nothing that a field could hold. */
function toCell(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}
