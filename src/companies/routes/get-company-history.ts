import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { profileErrorCatalogue } from '../../profiles/index.ts';
import { HistoryPageSchema, representHistory } from '../../profiles/routes/history-page.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { PageQuery, readLimit } from '../../web/lists.ts';
import { errorResponses } from '../../web/schemas.ts';
import type { GetCompanyDeps } from '../get-company.ts';
import { listCompanyHistory } from '../list-company-history.ts';
import { CompanyIdParams } from './company-schemas.ts';

/** GET /v1/companies/{companyId}/history: what changed in the profile, newest first. */
export function getCompanyHistoryRoute(app: App, deps: GetCompanyDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/companies/:companyId/history',
    config: {
      reads: 'replica',
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'companies:read' },
      audit: { action: 'company.history' },
    },
    schema: {
      operationId: 'listCompanyHistory',
      tags: ['Profiles'],
      summary: 'List the changes of a company profile',
      description: 'Newest first, each change with the execution that made it.',
      params: CompanyIdParams,
      querystring: Type.Object(PageQuery),
      response: {
        200: HistoryPageSchema,
        ...errorResponses(pickErrors(profileErrorCatalogue, 'profile_not_found')),
      },
    },
    handler: async (request) => {
      const { id, ...page } = await listCompanyHistory(deps, request.params.companyId, {
        cursor: request.query.cursor,
        limit: readLimit(request.query),
        includesPersonalContacts: tokenOf(request).scopes.has('companies:contacts'),
      });
      request.auditTarget = id;
      return representHistory(request.id, id, page);
    },
  });
}
