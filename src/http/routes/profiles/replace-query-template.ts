import { Type } from '@fastify/type-provider-typebox';
import { replaceTemplate } from '../../../profiles/index.ts';
import { errorResponses } from '../../schemas.ts';
import type { App } from '../../server.ts';
import { type QueryTemplateRouteDeps, templateAccess, toTemplateDeps } from './query-template-deps.ts';
import { documentedTemplate, representTemplate, TemplateBodySchema } from './template-representation.ts';

/** PUT /v1/query-templates/{templateId}: a new version of a query template. */
export function replaceQueryTemplateRoute(app: App, deps: QueryTemplateRouteDeps): void {
  app.route({
    method: 'PUT',
    url: '/v1/query-templates/:templateId',
    config: {
      access: templateAccess,
      audit: { action: 'query-template.replace' },
      documentedBody: documentedTemplate,
    },
    schema: {
      operationId: 'replaceQueryTemplate',
      tags: ['Query templates'],
      summary: 'Make a new version of a query template',
      security: [{ token: ['executions:write'] }],
      params: Type.Object({ templateId: Type.String() }),
      response: {
        200: { ...TemplateBodySchema, description: 'The query template at its new version.' },
        ...errorResponses(400, 401, 403, 404, 409, 413, 429),
      },
    },
    handler: async (request) => {
      const template = await replaceTemplate(toTemplateDeps(deps), request.params.templateId, request.body);
      request.auditTarget = template.id;
      return { requestId: request.id, ...representTemplate(template) };
    },
  });
}
