import { extname } from 'node:path';
import type { Static } from 'typebox';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { describeFindings } from '../../platform/describe-findings.ts';
import { PeopleError } from '../errors.ts';
import { dateFormats } from '../rows/clean-value.ts';

/** Fields of a person that a data set can fill, with spellings of columns that need no mapping. */
export const personFields = {
  cpf: ['cpf', 'nr_cpf', 'num_cpf', 'numero cpf', 'cpf numero', 'documento'],
  name: ['name', 'nome', 'nome completo', 'nome pessoa'],
  fatherName: ['fatherName', 'nome pai', 'nome do pai', 'pai', 'filiacao pai'],
  motherName: ['motherName', 'nome mae', 'nome da mae', 'mae', 'filiacao mae'],
  birthDate: ['birthDate', 'data nascimento', 'data de nascimento', 'dt nascimento', 'dt nasc', 'nascimento'],
  rg: ['rg', 'nr_rg', 'identidade', 'numero rg'],
  gender: ['gender', 'sexo', 'genero'],
} as const;

/** Fields of an address, the same. */
export const addressFields = {
  type: ['address.type', 'addressType', 'tipo endereco'],
  street: ['address.street', 'street', 'logradouro', 'endereco', 'rua'],
  number: ['address.number', 'number', 'numero', 'nr endereco', 'numero endereco'],
  complement: ['address.complement', 'complement', 'complemento'],
  neighborhood: ['address.neighborhood', 'neighborhood', 'bairro'],
  city: ['address.city', 'city', 'cidade', 'municipio'],
  state: ['address.state', 'state', 'uf', 'estado'],
  postalCode: ['address.postalCode', 'postalCode', 'zipCode', 'cep'],
  country: ['address.country', 'country', 'pais'],
} as const;

export type PersonField = keyof typeof personFields;

export type AddressField = keyof typeof addressFields;

const Columns = <Name extends string>(names: readonly Name[]) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Optional(Type.String({ minLength: 1 }))])) as Record<
      Name,
      ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>
    >,
    { additionalProperties: false },
  );

const AddressColumns = Columns(Object.keys(addressFields) as AddressField[]);

/** A mapping file: which column, or member of a JSON line (`a.b`), each field is in. */
const MappingSchema = Type.Object(
  {
    columns: Type.Object(
      {
        ...Columns(Object.keys(personFields) as PersonField[]).properties,
        address: Type.Optional(AddressColumns),
        addresses: Type.Optional(Type.Array(AddressColumns, { minItems: 1, maxItems: 20 })),
      },
      { additionalProperties: false },
    ),
    encoding: Type.Optional(
      Type.Union([Type.Literal('utf-8'), Type.Literal('latin1'), Type.Literal('windows-1252')]),
    ),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    dateFormat: Type.Optional(Type.Union(dateFormats.map((format) => Type.Literal(format)))),
    /** Numbers that lost the zeros they began with, as spreadsheets do it. */
    restoreCpfZeros: Type.Optional(Type.Boolean()),
    /** The meaning of the data set's codes, by field: `{ "gender": { "1": "Male" } }`. */
    values: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
  },
  { additionalProperties: false },
);

export type Mapping = Static<typeof MappingSchema>;

/**
 * Reads the text of a mapping file. The columns may stand at the top without `columns` around them. Throws
 * `people_mapping_invalid` naming what is wrong.
 */
export function parseMapping(text: string): Mapping {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new PeopleError('people_mapping_invalid', { detail: 'The mapping is not JSON.' });
  }
  const mapping = isObject(value) && !('columns' in value) ? gatherColumns(value) : value;
  if (!Value.Check(MappingSchema, mapping)) {
    const problems = describeFindings(Value.Errors(MappingSchema, mapping), 'mapping');
    throw new PeopleError('people_mapping_invalid', { problems });
  }
  return mapping;
}

function gatherColumns(value: Record<string, unknown>): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  const columns: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    const isOption = key !== 'columns' && key in MappingSchema.properties;
    (isOption ? options : columns)[key] = each;
  }
  return { ...options, columns };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The format of a data set by the end of its file's name: CSV unless it is one of JSON lines. */
export function formatOf(file: string): 'csv' | 'ndjson' {
  return ['.ndjson', '.jsonl', '.json'].includes(extname(file).toLowerCase()) ? 'ndjson' : 'csv';
}
