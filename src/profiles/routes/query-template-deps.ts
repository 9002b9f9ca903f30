import type { RouteAccess } from '../../web/access.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import type { QueryTemplateDeps } from '../query-templates/create-query-template.ts';

export type QueryTemplateRouteDeps = {
  readonly profiles: Pick<ProfilesDeps, 'db' | 'clock' | 'sources'>;
  readonly baseUrl: string;
};

/** The dependencies of the operations on templates. */
export function toQueryTemplateDeps({ profiles }: QueryTemplateRouteDeps): QueryTemplateDeps {
  return { db: profiles.db, clock: profiles.clock, sources: profiles.sources.sources };
}

/** Who starts executions does not say what they decide by: he could approve whom he likes. */
export const queryTemplateAccess = {
  kind: 'token',
  surface: 'customer',
  products: ['customer'],
  scope: 'templates:write',
} as const satisfies RouteAccess;

/** Who may read executions may read them by what they were decided. */
export const queryTemplateReadAccess: RouteAccess = { ...queryTemplateAccess, scope: 'executions:read' };
