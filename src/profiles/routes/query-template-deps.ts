import type { RouteAccess } from '../../web/access.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import type { TemplateDeps } from '../templates/create-template.ts';

export type QueryTemplateRouteDeps = {
  readonly profiles: Pick<ProfilesDeps, 'db' | 'clock' | 'sources'>;
  readonly baseUrl: string;
};

/** The dependencies of the operations on templates. */
export function toTemplateDeps({ profiles }: QueryTemplateRouteDeps): TemplateDeps {
  return { db: profiles.db, clock: profiles.clock, sources: profiles.sources.sources };
}

/** Who may start executions may say what they decide by. */
export const templateAccess = {
  kind: 'token',
  surface: 'customer',
  products: ['customer'],
  scope: 'executions:write',
} as const satisfies RouteAccess;

/** Who may read executions may read them by what they were decided. */
export const templateReadAccess: RouteAccess = { ...templateAccess, scope: 'executions:read' };
