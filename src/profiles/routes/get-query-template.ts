import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { getQueryTemplate } from '../query-templates/get-query-template.ts';
import { type QueryTemplateRouteDeps, queryTemplateReadAccess } from './query-template-deps.ts';
import { QueryTemplateBodySchema, representQueryTemplate } from './query-template-representation.ts';

/** GET /v1/query-templates/{templateId}: a query template at its current version. */
export function getQueryTemplateRoute(app: App, deps: QueryTemplateRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/query-templates/:templateId',
    config: {
      access: queryTemplateReadAccess,
      audit: 'none',
    },
    schema: {
      operationId: 'getQueryTemplate',
      tags: ['Query templates'],
      summary: 'Get a query template',
      description: 'At its current version. Executions name the version that they ran.',
      params: Type.Object({ templateId: Type.String() }),
      response: {
        200: { ...QueryTemplateBodySchema, description: 'The query template at its current version.' },
        ...errorResponses(pickErrors(profileErrorCatalogue, 'query_template_not_found')),
      },
    },
    handler: async (request) => {
      const template = await getQueryTemplate(deps.profiles.db, request.params.templateId);
      return { requestId: request.id, ...representQueryTemplate(template) };
    },
  });
}
