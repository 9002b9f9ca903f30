import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';
import { createQueryTemplate } from '../query-templates/create-query-template.ts';
import {
  type QueryTemplateRouteDeps,
  queryTemplateAccess,
  toQueryTemplateDeps,
} from './query-template-deps.ts';
import {
  documentedQueryTemplate,
  QueryTemplateBodySchema,
  representQueryTemplate,
} from './query-template-representation.ts';

/** POST /v1/query-templates: a new query template. */
export function createQueryTemplateRoute(app: App, deps: QueryTemplateRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/query-templates',
    config: {
      access: queryTemplateAccess,
      audit: { action: 'query-template.create' },
      documentedBody: documentedQueryTemplate,
    },
    schema: {
      operationId: 'createQueryTemplate',
      tags: ['Query templates'],
      summary: 'Make a query template',
      description:
        'A template names sources, rules that decide, and whether partners are onboarded. Every problem of a template is told at once.',
      response: {
        201: { ...QueryTemplateBodySchema, description: 'The query template.' },
        ...errorResponses(),
      },
    },
    handler: async (request, reply) => {
      const template = await createQueryTemplate(toQueryTemplateDeps(deps), request.body);
      request.auditTarget = template.id;
      request.auditDetail = { version: template.version };
      reply.header('location', `${deps.baseUrl}/v1/query-templates/${template.id}`);
      return await reply.code(201).send({ requestId: request.id, ...representQueryTemplate(template) });
    },
  });
}
