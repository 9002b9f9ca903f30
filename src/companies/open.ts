import type { ModuleContext, OpenModule } from '../module.ts';
import { contribute } from '../platform/extension-points.ts';
import { subjectFactsPoint } from '../platform/subjects.ts';
import { registrySummaryPoint, sourcesPoint } from '../profiles/index.ts';
import { profilesModule } from '../profiles/module.ts';
import { findRegistrySummary } from '../registry/index.ts';
import { createCompanyDescriber } from './describe-companies.ts';
import { createRegistrySources } from './registry-sources.ts';
import { companyRoutes } from './routes/company-routes.ts';

/** Opens the companies. */
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
