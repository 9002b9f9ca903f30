import { Type } from '@fastify/type-provider-typebox';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { listQueryTemplates } from '../query-templates/list-query-templates.ts';
import { limitOf, NextCursorSchema, pageQuery } from './paging.ts';
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
        ...pageQuery,
      }),
      response: {
        200: Type.Object(
          { requestId: RequestId, items: Type.Array(QueryTemplateSchema), nextCursor: NextCursorSchema },
          { title: 'QueryTemplatePage', description: 'A page of query templates at their current versions.' },
        ),
        ...errorResponses(),
      },
    },
    handler: async (request) => {
      const { subject, cursor } = request.query;
      const page = await listQueryTemplates(deps.profiles.db, {
        subject,
        cursor,
        limit: limitOf(request.query),
      });
      return {
        requestId: request.id,
        items: page.templates.map(representQueryTemplate),
        ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
      };
    },
  });
}
