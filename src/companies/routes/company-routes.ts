import type { App } from '../../web/app.ts';
import type { GetCompanyDeps } from '../get-company.ts';
import { getCompanyRoute } from './get-company.ts';
import { getCompanyHistoryRoute } from './get-company-history.ts';
import { type SearchCompaniesDeps, searchCompaniesRoute } from './search-companies.ts';

export type CompanyRoutesDeps = GetCompanyDeps & SearchCompaniesDeps;

/** Every route below /v1/companies. */
export function companyRoutes(app: App, deps: CompanyRoutesDeps): void {
  searchCompaniesRoute(app, deps);
  getCompanyRoute(app, deps);
  getCompanyHistoryRoute(app, deps);
}
