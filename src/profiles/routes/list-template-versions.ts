import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, readPage } from '../../web/lists.ts';
import { errorResponses, Timestamp } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { getQueryTemplate } from '../query-templates/list-query-templates.ts';
import { QueryTemplateDefinitionSchema } from '../query-templates/query-template-definition.ts';
import { listTemplateVersions } from '../query-templates/query-templates-store.ts';
import { type QueryTemplateRouteDeps, queryTemplateReadAccess } from './query-template-deps.ts';

/** GET /v1/query-templates/{templateId}/versions: a query template as it was. */
export function listTemplateVersionsRoute(app: App, deps: QueryTemplateRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/query-templates/:templateId/versions',
    config: { access: queryTemplateReadAccess, audit: 'none' },
    schema: {
      operationId: 'listQueryTemplateVersions',
      tags: ['Query templates'],
      summary: 'List the versions of a query template',
      description: 'Newest first. Executions name the version that they ran.',
      params: Type.Object({ templateId: Type.String() }),
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object(
            { version: Type.Integer(), createdAt: Timestamp, definition: QueryTemplateDefinitionSchema },
            { title: 'QueryTemplateVersion' },
          ),
          { title: 'QueryTemplateVersions', description: 'The versions.' },
        ),
        ...errorResponses(pickErrors(profileErrorCatalogue, 'query_template_not_found')),
      },
    },
    handler: async (request) => {
      const { id } = await getQueryTemplate(deps.profiles.db, request.params.templateId);
      const { after, limit } = readPage(request.query, /^[1-9]\d{0,8}$/);
      const found = await listTemplateVersions(deps.profiles.db, id, {
        before: after === undefined ? undefined : Number(after),
        limit: limit + 1,
      });
      const { items, ...next } = cutPage(found, limit, ({ version }) => String(version));
      return {
        requestId: request.id,
        ...next,
        items: items.map(({ version, createdAt, definition }) => ({
          ...{ version, definition },
          createdAt: createdAt.toISOString(),
        })),
      };
    },
  });
}
