import type { Db } from '../platform/db/index.ts';
import { maskCpfInName } from '../platform/documents.ts';
import {
  type FoundCompany,
  type SearchCriteria,
  type SearchOptions,
  searchCompanies,
} from '../registry/index.ts';
import { formatActivityCode, formatDate, withoutUndefined } from './format-basic-data.ts';

export type CompanyListItem = {
  readonly cnpj: string;
  readonly officialName?: string;
  readonly fantasyName?: string;
  readonly isHeadOffice?: boolean;
  readonly status?: string;
  readonly openingDate?: string;
  readonly mainActivity?: string;
  readonly city?: { readonly name?: string; readonly siafiCode: string; readonly ibgeCode?: string };
  readonly state?: string;
};

export type CompanyPage = {
  readonly dataMonth: string;
  readonly items: readonly CompanyListItem[];
  readonly nextCursor: string | undefined;
};

/**
 * Companies of the registry that fit all criteria, as a list shows them: no contacts, and no CPF in a name. Rejects
 * as `searchCompanies` of the registry does.
 */
export async function findCompanies(
  db: Db,
  criteria: SearchCriteria,
  options: SearchOptions,
): Promise<CompanyPage> {
  const { dataMonth, companies, nextCursor } = await searchCompanies(db, criteria, options);
  return { dataMonth, items: companies.map(toItem), nextCursor };
}

function toItem(found: FoundCompany): CompanyListItem {
  const { city, mainActivity, status } = found;
  return withoutUndefined({
    cnpj: found.cnpj,
    officialName: found.officialName && maskCpfInName(found.officialName),
    fantasyName: found.tradeName && maskCpfInName(found.tradeName),
    isHeadOffice: found.isHeadOffice,
    status: (status.description ?? status.code) || undefined,
    openingDate: formatDate(found.openingDate),
    mainActivity:
      mainActivity &&
      [formatActivityCode(mainActivity.code), mainActivity.description].filter(Boolean).join(' - '),
    city:
      city &&
      withoutUndefined({ name: city.description, siafiCode: city.code, ibgeCode: found.ibgeCityCode }),
    state: found.state,
  });
}
