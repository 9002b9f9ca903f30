import { Type } from '@fastify/type-provider-typebox';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, readLimit } from '../../web/lists.ts';
import { errorResponses } from '../../web/schemas.ts';
import { listQueryTemplates } from '../query-templates/list-query-templates.ts';
import { type QueryTemplateRouteDeps, queryTemplateReadAccess } from './query-template-deps.ts';
import { QueryTemplateSchema, representQueryTemplate } from './query-template-representation.ts';

/** GET /v1/query-templates: the query templates in the order they were made. */
export function listQueryTemplatesRoute(app: App, deps: QueryTemplateRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/query-templates',
    config: {
      access: queryTemplateReadAccess,
      audit: 'none',
    },
    schema: {
      operationId: 'listQueryTemplates',
      tags: ['Query templates'],
      summary: 'List the query templates',
      description: 'In the order they were made, each at its current version.',
      querystring: Type.Object({
        subject: Type.Optional(Type.Union([Type.Literal('person'), Type.Literal('company')])),
        ...PageQuery,
      }),
      response: {
        200: ListSchema(QueryTemplateSchema, {
          title: 'QueryTemplatePage',
          description: 'A page of query templates at their current versions.',
        }),
        ...errorResponses(),
      },
    },
    handler: async (request) => {
      const { subject, cursor } = request.query;
      const page = await listQueryTemplates(deps.profiles.db, {
        subject,
        cursor,
        limit: readLimit(request.query),
      });
      return {
        requestId: request.id,
        items: page.templates.map(representQueryTemplate),
        ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
      };
    },
  });
}
