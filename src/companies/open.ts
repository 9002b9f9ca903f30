import type { ModuleContext, OpenModule } from '../module.ts';
import { contribute } from '../platform/extension-points.ts';
import { subjectFactsPoint } from '../platform/subjects.ts';
import { registrySummaryPoint, sourcesPoint } from '../profiles/index.ts';
import { profilesModule } from '../profiles/module.ts';
import { findRegistrySummary } from '../registry/index.ts';
import { createCompanyDescriber } from './get-company.ts';
import { createRegistrySources } from './registry-sources.ts';
import { getCompanyHistoryRoute, getCompanyRoute } from './routes/read-companies.ts';
import { searchCompaniesRoute } from './routes/search-companies.ts';

export async function openCompanies(context: ModuleContext) {
  return {
    parts: undefined,
    routes: [
      {
        on: ['customer'],
        add(app) {
          const { profiles } = context.use(profilesModule);
          searchCompaniesRoute(app, { db: context.db });
          getCompanyRoute(app, { profiles });
          getCompanyHistoryRoute(app, { profiles });
        },
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
