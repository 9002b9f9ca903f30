import { type Static, Type } from 'typebox';
import { maskCpfInName } from '../platform/documents.ts';
import { toAnswer } from '../platform/to-answer.ts';
import {
  type AddressCheck,
  addressCheckProperties,
  type CompanyRecord,
  type TaxRegime,
} from '../registry/index.ts';
import {
  formatActivity,
  formatDate,
  formatNatureCode,
  formatPhone,
  formatReais,
} from './format-basic-data.ts';

const Coded = Type.Object(
  { code: Type.String(), description: Type.Optional(Type.String()) },
  { title: 'Coded' },
);
const OptionalText = Type.Optional(Type.String());
const Day = Type.Optional(Type.String({ description: 'DD/MM/YYYY' }));

/** The content of `sources.pjData.data`. */
export const PjDataSchema = Type.Object(
  {
    dataMonth: Type.String({ description: 'Month of the registry, YYYY-MM.' }),
    cnpj: Type.String(),
    isHeadOffice: Type.Optional(
      Type.Boolean({ description: "By the registry's own flag; false for a branch." }),
    ),
    officialName: OptionalText,
    fantasyName: OptionalText,
    openingDate: Day,
    status: Type.Object({
      code: Type.String(),
      description: OptionalText,
      since: Day,
      reason: Type.Optional(Coded),
    }),
    specialStatus: Type.Optional(Type.Object({ description: OptionalText, since: Day })),
    legalNature: Type.Optional(Coded),
    companySize: Type.Optional(Coded),
    jointStock: Type.Optional(
      Type.Object({
        amount: Type.String({ description: 'Reais, a decimal with two places.' }),
        formatted: Type.String(),
      }),
    ),
    responsibleQualification: Type.Optional(Coded),
    responsibleEntity: OptionalText,
    mainActivity: Type.Optional(Coded),
    secondaryActivities: Type.Array(Coded),
    address: Type.Object({
      streetType: OptionalText,
      street: OptionalText,
      number: OptionalText,
      complement: OptionalText,
      district: OptionalText,
      postalCode: OptionalText,
      state: OptionalText,
      city: Type.Optional(
        Type.Object({
          name: OptionalText,
          siafiCode: Type.String(),
          ibgeCode: Type.Optional(Type.String({ description: 'Seven digits.' })),
        }),
      ),
      foreignCity: OptionalText,
      country: Type.Optional(Coded),
    }),
    addressCheck: Type.Optional(
      Type.Object(addressCheckProperties, { description: 'The address held against its postal code.' }),
    ),
    contacts: Type.Optional(
      Type.Object(
        { email: OptionalText, phones: Type.Optional(Type.Array(Type.String())), fax: OptionalText },
        { description: "A sole proprietor's only with the scope companies:contacts." },
      ),
    ),
    taxRegimes: Type.Optional(
      Type.Array(
        Type.Object({
          year: Type.Integer(),
          regime: Type.String({ description: 'As published, such as LUCRO REAL.' }),
        }),
        { description: 'Of the whole company, the newest year first; absent when no file names it.' },
      ),
    ),
    partners: Type.Array(
      Type.Object({
        kind: Type.Enum(['company', 'person', 'foreign', 'unknown']),
        name: Type.String(),
        document: Type.Optional(Type.String({ description: 'A CNPJ, or a masked CPF.' })),
        qualification: Coded,
        since: Day,
        country: Type.Optional(Coded),
        ageBand: OptionalText,
        representative: Type.Optional(
          Type.Object({ name: OptionalText, document: OptionalText, qualification: Type.Optional(Coded) }),
        ),
      }),
    ),
  },
  { description: 'The record of the registry of companies. Unknown fields are absent.' },
);

export type PjData = Static<typeof PjDataSchema>;

/** The whole record. No CPF is left in a name, and dates that cannot be are left out. */
export function toPjData(
  record: CompanyRecord,
  taxRegimes: readonly TaxRegime[] = [],
  addressCheck: AddressCheck = {},
): PjData {
  const { city, ibgeCityCode, ...address } = record.address;
  const contacts = toAnswer({
    email: record.email,
    phones: record.phones.length === 0 ? undefined : record.phones.map(formatPhone),
    fax: record.fax && formatPhone(record.fax),
  });
  const specialStatus = toAnswer({
    description: record.specialStatus,
    since: formatDate(record.specialStatusDate),
  });
  return toAnswer({
    dataMonth: record.dataMonth,
    cnpj: record.cnpj,
    isHeadOffice: record.isHeadOffice,
    officialName: record.officialName && maskCpfInName(record.officialName),
    fantasyName: record.tradeName && maskCpfInName(record.tradeName),
    openingDate: formatDate(record.openingDate),
    status: toAnswer({ ...record.status, since: formatDate(record.statusDate), reason: record.statusReason }),
    specialStatus: isEmpty(specialStatus) ? undefined : specialStatus,
    legalNature: record.nature && { ...record.nature, code: formatNatureCode(record.nature.code) },
    companySize: record.size,
    jointStock:
      record.capital === undefined
        ? undefined
        : { amount: record.capital, formatted: formatReais(record.capital) },
    responsibleQualification: record.responsibleQualification,
    responsibleEntity: record.responsibleEntity,
    mainActivity: record.mainActivity && formatActivity(record.mainActivity),
    secondaryActivities: record.secondaryActivities.map(formatActivity),
    address: toAnswer({
      ...address,
      city: city && toAnswer({ name: city.description, siafiCode: city.code, ibgeCode: ibgeCityCode }),
    }),
    addressCheck: isEmpty(addressCheck) ? undefined : addressCheck,
    contacts: isEmpty(contacts) ? undefined : contacts,
    taxRegimes:
      taxRegimes.length === 0 ? undefined : taxRegimes.map(({ year, regime }) => ({ year, regime })),
    partners: record.partners.map((partner) =>
      toAnswer({
        ...partner,
        name: maskCpfInName(partner.name),
        since: formatDate(partner.since),
        representative:
          partner.representative &&
          toAnswer({
            ...partner.representative,
            name: partner.representative.name && maskCpfInName(partner.representative.name),
          }),
      }),
    ),
  });
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
