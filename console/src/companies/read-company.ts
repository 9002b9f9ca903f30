import type { QueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { hideNames } from '../parts/searched-name.ts';

export type Company = components['schemas']['Company'];
export type Partner = components['schemas']['PjData']['partners'][number];

/** The query of a company with its sources and partners. */
export function companyQuery(id: string) {
  return {
    queryKey: ['company', id],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Company> =>
      answerOf(
        api.GET('/v1/companies/{companyId}', {
          params: { path: { companyId: id }, query: { _includeOnboardingQsa: 'true' } },
          signal,
        }),
      ),
  };
}

/** The companies that have a partner of that name: at most 20, and perhaps of namesakes. */
export async function findCompaniesOfPartner(queries: QueryClient, name: string) {
  return await queries.fetchQuery({
    queryKey: ['companies-of', name],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/v1/companies', {
          params: { query: { limit: 20 }, header: hideNames({ partner: name }) },
          signal,
        }),
      ),
  });
}
