import Type, { type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { JsonObject, Subject } from '../../profiles/index.ts';
import { mapJsonRow } from '../data-sets/map-person-row.ts';
import { PfAddressesSchema, PfBasicDataSchema } from '../types.ts';

export type MappedAnswer =
  | { readonly outcome: 'found'; readonly data: JsonObject; readonly basicData?: JsonObject }
  | { readonly outcome: 'absent' }
  /** It says something that it should not. */
  | { readonly outcome: 'wrong'; readonly reason: string };

/** Whatever a source of the operator's own says. */
const OpenSchema = Type.Object({}, { additionalProperties: true });

/** The schema of a source's `data`: of our own sources, or anything. */
export function dataSchemaOf(source: string): TSchema {
  if (source === 'pfBasicData') return PfBasicDataSchema;
  return source === 'pfAddresses' ? PfAddressesSchema : OpenSchema;
}

/**
 * Reads the result of a mapping. Basic data and addresses follow the rules of data sets. Other sources give `{ data,
 * basicData? }` or the data alone. An answer with another CPF or CNPJ, or with a birth date after `today`, is wrong.
 */
export function readMappedAnswer(
  source: string,
  subject: Subject,
  mapped: unknown,
  today: string,
): MappedAnswer {
  if (mapped === undefined) return { outcome: 'absent' };
  if (source === 'pfAddresses' && Array.isArray(mapped)) {
    return readMappedAnswer(source, subject, { addresses: mapped }, today);
  }
  if (typeof mapped !== 'object' || mapped === null || Array.isArray(mapped)) return invalid;
  const { cpf, cnpj, ...rest } = mapped as Record<string, unknown>;
  const asked = subject.kind === 'person' ? subject.cpf : subject.cnpj;
  const named = subject.kind === 'person' ? cpf : cnpj;
  if (named !== undefined && toPlain(named) !== asked) {
    return { outcome: 'wrong', reason: 'provider_answer_of_another' };
  }
  if (Object.keys(rest).length === 0) return { outcome: 'absent' };
  if (source === 'pfBasicData') return readPersonAnswer(source, asked!, rest, today);
  if (source === 'pfAddresses') {
    // JSONata gives one of something as it is, not as a list of one.
    const { addresses = [rest] } = rest;
    const listed = Array.isArray(addresses) ? addresses : [addresses];
    return readPersonAnswer(source, asked!, { addresses: listed }, today);
  }
  const isWrapped = 'data' in rest && Object.keys(rest).every((key) => key === 'data' || key === 'basicData');
  const { data, basicData } = isWrapped ? rest : { data: rest, basicData: undefined };
  if (!Value.Check(OpenSchema, data)) return invalid;
  if (basicData === undefined) return { outcome: 'found', data: data as JsonObject };
  if (!Value.Check(OpenSchema, basicData)) return invalid;
  return { outcome: 'found', data: data as JsonObject, basicData: basicData as JsonObject };
}

const invalid = { outcome: 'wrong', reason: 'provider_answer_invalid' } as const;

function readPersonAnswer(
  source: 'pfBasicData' | 'pfAddresses',
  cpf: string,
  rest: Readonly<Record<string, unknown>>,
  today: string,
): MappedAnswer {
  const row = mapJsonRow(undefined, { ...rest, cpf }, today);
  if ('fault' in row) return row.fault === 'empty' ? { outcome: 'absent' } : invalid;
  if (source === 'pfAddresses') {
    if (row.addresses.length === 0) return { outcome: 'absent' };
    return { outcome: 'found', data: { addresses: row.addresses } };
  }
  if (row.basicData === undefined) return { outcome: 'absent' };
  return { outcome: 'found', data: row.basicData, basicData: row.basicData };
}

function toPlain(document: unknown): string {
  return String(document)
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
}
