import { type Static, Type } from 'typebox';
import { maskCpfInName } from '../platform/documents.ts';
import { toAnswer } from '../platform/to-answer.ts';
import type { CodedValue, CompanyPhone, CompanyRecord, RegistryDate } from '../registry/index.ts';

const OptionalText = Type.Optional(Type.String());

/** The basic data of a company as the interface writes them (section 2.4). Unknown fields are absent. */
export const CompanyBasicDataSchema = Type.Object(
  {
    openingDate: Type.Optional(Type.String({ description: 'DD/MM/YYYY' })),
    officialName: OptionalText,
    fantasyName: OptionalText,
    companySize: OptionalText,
    companyEmail: Type.Optional(
      Type.String({ description: "A sole proprietor's only with the scope companies:contacts." }),
    ),
    mainActivity: Type.Optional(Type.String({ description: '6204-0/00 - and its description.' })),
    secondaryActivities: Type.Optional(
      Type.Array(Type.Object({ code: Type.String(), description: OptionalText })),
    ),
    legalNature: Type.Optional(Type.String({ description: '201-1 - and its description.' })),
    status: Type.Optional(Type.String({ description: 'ATIVA, BAIXADA, INAPTA, SUSPENSA or NULA.' })),
    jointStock: Type.Optional(Type.String({ description: 'R$ 1.061.004.829,23' })),
    phoneNumber: Type.Optional(
      Type.String({ description: "A sole proprietor's only with the scope companies:contacts." }),
    ),
  },
  { title: 'CompanyBasicData' },
);

export type CompanyBasicData = Static<typeof CompanyBasicDataSchema>;

/** The registry's record as basic data, with the contacts that are in the registry and no CPF in a name. */
export function formatBasicData(record: CompanyRecord): CompanyBasicData {
  const [phone] = record.phones;
  return toAnswer({
    openingDate: formatDate(record.openingDate),
    officialName: record.officialName && maskCpfInName(record.officialName),
    fantasyName: record.tradeName && maskCpfInName(record.tradeName),
    companySize: record.size && nameOf(record.size),
    companyEmail: record.email,
    mainActivity: record.mainActivity && joinCode(formatActivityCode, record.mainActivity),
    secondaryActivities:
      record.secondaryActivities.length === 0 ? undefined : record.secondaryActivities.map(formatActivity),
    legalNature: record.nature && joinCode(formatNatureCode, record.nature),
    status: nameOf(record.status) || undefined,
    jointStock: record.capital && formatReais(record.capital),
    phoneNumber: phone && formatPhone(phone),
  });
}

/** An activity with its code as IBGE prints it, `6204-0/00`. */
export function formatActivity(activity: CodedValue): { code: string; description?: string } {
  return { ...activity, code: formatActivityCode(activity.code) };
}

/** `DD/MM/YYYY`; undefined for a date the registry does not have or that cannot be. */
export function formatDate({ date }: RegistryDate): string | undefined {
  return date?.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');
}

/** `R$ 1.061.004.829,23` from the exact decimal `1061004829.23`; no amount passes through a number. */
export function formatReais(amount: string): string {
  const [, sign = '', whole = '0', cents = '00'] = /^(-?)(\d+)\.(\d{2})$/.exec(amount) ?? [];
  return `${sign}R$ ${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
}

/** `(11) 3333-4444` or `(11) 93333-4444`; what is no such number stays as the registry has it. */
export function formatPhone({ areaCode, number }: CompanyPhone): string {
  const local = number.replace(/^(\d{4,5})(\d{4})$/, '$1-$2');
  const area = areaCode.replace(/^0+(?=\d\d$)/, '');
  return area === '' ? local : `(${area}) ${local}`;
}

/** `6204-0/00` from `6204000`. */
export function formatActivityCode(code: string): string {
  return code.replace(/^(\d{4})(\d)(\d{2})$/, '$1-$2/$3');
}

/** `201-1` from `2011`. */
export function formatNatureCode(code: string): string {
  return code.replace(/^(\d{3})(\d)$/, '$1-$2');
}

function nameOf(value: CodedValue): string {
  return value.description ?? value.code;
}

function joinCode(format: (code: string) => string, { code, description }: CodedValue): string {
  return description === undefined ? format(code) : `${format(code)} - ${description}`;
}
