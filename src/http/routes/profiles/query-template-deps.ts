import type { ProfilesDeps, TemplateDeps } from '../../../profiles/index.ts';
import type { RouteAccess } from '../../access.ts';

export type QueryTemplateRouteDeps = {
  readonly profiles: Pick<ProfilesDeps, 'db' | 'clock' | 'sources'>;
  readonly baseUrl: string;
};

/** What the operations on templates use. */
export function toTemplateDeps({ profiles }: QueryTemplateRouteDeps): TemplateDeps {
  return { db: profiles.db, clock: profiles.clock, sources: profiles.sources.sources };
}

/** Who may start executions may say what they decide by. */
export const templateAccess: RouteAccess = {
  kind: 'token',
  surface: 'customer',
  products: ['customer'],
  scope: 'executions:write',
};
