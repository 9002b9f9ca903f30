import { type Static, Type } from 'typebox';
import type { Db } from '../platform/db/index.ts';
import { maskCpfInName } from '../platform/documents.ts';
import { toAnswer } from '../platform/to-answer.ts';
import {
  type FoundCompany,
  type SearchCriteria,
  type SearchOptions,
  searchCompanies,
} from '../registry/index.ts';
import { formatActivityCode, formatDate } from './format-basic-data.ts';

export const CompanyListItemSchema = Type.Object(
  {
    cnpj: Type.String(),
    dataMonth: Type.String({ description: 'Month of the registry, YYYY-MM.' }),
    officialName: Type.Optional(Type.String()),
    fantasyName: Type.Optional(Type.String()),
    isHeadOffice: Type.Optional(Type.Boolean()),
    status: Type.Optional(Type.String()),
    openingDate: Type.Optional(Type.String({ description: 'DD/MM/YYYY' })),
    mainActivity: Type.Optional(Type.String()),
    city: Type.Optional(
      Type.Object({
        name: Type.Optional(Type.String()),
        siafiCode: Type.String(),
        ibgeCode: Type.Optional(Type.String()),
      }),
    ),
    state: Type.Optional(Type.String()),
  },
  { title: 'CompanyListItem' },
);

/**
 * Companies of the registry that fit all criteria, as a list shows them: no contacts, and no CPF in a name. Rejects
 * as `searchCompanies` of the registry does.
 */
export async function findCompanies(db: Db, criteria: SearchCriteria, options: SearchOptions) {
  const { dataMonth, companies, nextCursor } = await searchCompanies(db, criteria, options);
  return { items: companies.map((company) => toItem(company, dataMonth)), nextCursor };
}

function toItem(found: FoundCompany, dataMonth: string): Static<typeof CompanyListItemSchema> {
  const { city, mainActivity, status } = found;
  return toAnswer({
    cnpj: found.cnpj,
    dataMonth,
    officialName: found.officialName && maskCpfInName(found.officialName),
    fantasyName: found.tradeName && maskCpfInName(found.tradeName),
    isHeadOffice: found.isHeadOffice,
    status: (status.description ?? status.code) || undefined,
    openingDate: formatDate(found.openingDate),
    mainActivity:
      mainActivity &&
      [formatActivityCode(mainActivity.code), mainActivity.description].filter(Boolean).join(' - '),
    city: city && toAnswer({ name: city.description, siafiCode: city.code, ibgeCode: found.ibgeCityCode }),
    state: found.state,
  });
}
