import type { ModuleContext, OpenModule } from '../module.ts';
import { contribute } from '../platform/extension-points.ts';
import { subjectFactsPoint } from '../platform/subjects.ts';
import { registrySummaryPoint, sourcesPoint } from '../profiles/index.ts';
import { profilesModule } from '../profiles/module.ts';
import { findRegistrySummary } from '../registry/index.ts';
import type { App } from '../web/app.ts';
import { createCompanyDescriber, type GetCompanyDeps } from './get-company.ts';
import { createRegistrySources } from './registry-sources.ts';
import { getCompanyHistoryRoute, getCompanyRoute } from './routes/read-companies.ts';
import { type SearchCompaniesDeps, searchCompaniesRoute } from './routes/search-companies.ts';

export async function openCompanies(context: ModuleContext) {
  return {
    parts: undefined,
    routes: [
      {
        on: ['customer'],
        add: (app) => companyRoutes(app, { profiles: context.use(profilesModule).profiles, db: context.db }),
      },
    ],
    contributions: [
      contribute(sourcesPoint, ...createRegistrySources()),
      contribute(registrySummaryPoint, findRegistrySummary),
      contribute(
        subjectFactsPoint,
        createCompanyDescriber(context.db, () => context.use(profilesModule).profiles),
      ),
    ],
  } satisfies OpenModule<unknown>;
}

export type CompanyRoutesDeps = GetCompanyDeps & SearchCompaniesDeps;

/** Every route below /v1/companies. */
function companyRoutes(app: App, deps: CompanyRoutesDeps): void {
  searchCompaniesRoute(app, deps);
  getCompanyRoute(app, deps);
  getCompanyHistoryRoute(app, deps);
}
