import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId, Timestamp } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { getQueryTemplate } from '../query-templates/get-query-template.ts';
import { QueryTemplateDefinitionSchema } from '../query-templates/query-template-definition.ts';
import { listTemplateVersions } from '../query-templates/query-templates-store.ts';
import { type QueryTemplateRouteDeps, queryTemplateReadAccess } from './query-template-deps.ts';

const mostVersions = 100;

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
      description: `Newest first, the last ${mostVersions}. Executions name the version that they ran.`,
      params: Type.Object({ templateId: Type.String() }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            items: Type.Array(
              Type.Object(
                { version: Type.Integer(), createdAt: Timestamp, definition: QueryTemplateDefinitionSchema },
                { title: 'QueryTemplateVersion' },
              ),
            ),
          },
          { title: 'QueryTemplateVersions', description: 'The versions.' },
        ),
        ...errorResponses(pickErrors(profileErrorCatalogue, 'query_template_not_found')),
      },
    },
    handler: async (request) => {
      const { id } = await getQueryTemplate(deps.profiles.db, request.params.templateId);
      const versions = await listTemplateVersions(deps.profiles.db, id, mostVersions);
      return {
        requestId: request.id,
        items: versions.map(({ version, createdAt, definition }) => ({
          ...{ version, definition },
          createdAt: createdAt.toISOString(),
        })),
      };
    },
  });
}
