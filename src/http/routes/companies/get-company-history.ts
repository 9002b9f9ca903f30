import { Type } from '@fastify/type-provider-typebox';
import { type GetCompanyDeps, listCompanyHistory } from '../../../companies/index.ts';
import { tokenOf } from '../../access.ts';
import { HistoryPageSchema, representHistory } from '../../history-page.ts';
import { LimitQuery, readLimit } from '../../read-limit.ts';
import { errorResponses } from '../../schemas.ts';
import type { App } from '../../server.ts';
import { CompanyIdParams } from './company-schemas.ts';

const usualEntries = 20;
const mostEntries = 100;

/** GET /v1/companies/{companyId}/history: what changed in the profile, newest first. */
export function getCompanyHistoryRoute(app: App, deps: GetCompanyDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/companies/:companyId/history',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'companies:read' },
      audit: { action: 'company.history' },
    },
    schema: {
      operationId: 'listCompanyHistory',
      tags: ['Profiles'],
      summary: 'List what changed in the profile of a company',
      security: [{ token: ['companies:read'] }],
      params: CompanyIdParams,
      querystring: Type.Object({
        cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
        limit: LimitQuery(usualEntries, mostEntries),
      }),
      response: {
        200: HistoryPageSchema,
        ...errorResponses(400, 401, 403, 404, 429),
      },
    },
    handler: async (request) => {
      const { id, ...page } = await listCompanyHistory(deps, request.params.companyId, {
        cursor: request.query.cursor,
        limit: readLimit(request.query.limit, usualEntries, mostEntries),
        includesPersonalContacts: tokenOf(request).scopes.has('companies:contacts'),
      });
      request.auditTarget = id;
      return representHistory(request.id, id, page);
    },
  });
}
