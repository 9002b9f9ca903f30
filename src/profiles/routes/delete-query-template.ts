import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { deleteQueryTemplate } from '../query-templates/delete-query-template.ts';
import { type QueryTemplateRouteDeps, queryTemplateAccess } from './query-template-deps.ts';

/** DELETE /v1/query-templates/{templateId}: takes a query template out of use. */
export function deleteQueryTemplateRoute(app: App, deps: QueryTemplateRouteDeps): void {
  app.route({
    method: 'DELETE',
    url: '/v1/query-templates/:templateId',
    config: {
      access: queryTemplateAccess,
      audit: { action: 'query-template.delete' },
    },
    schema: {
      operationId: 'deleteQueryTemplate',
      tags: ['Query templates'],
      summary: 'Take a query template out of use',
      description: 'New executions cannot use it. Past executions keep it.',
      params: Type.Object({ templateId: Type.String() }),
      response: {
        204: Type.Null({ description: 'It is out of use; executions that ran it keep it.' }),
        ...errorResponses(
          pickErrors(profileErrorCatalogue, 'query_template_not_found', 'query_template_protected'),
        ),
      },
    },
    handler: async (request, reply) => {
      const { templateId } = request.params;
      await deleteQueryTemplate(deps.profiles, templateId);
      request.auditTarget = templateId;
      return await reply.code(204).send(null);
    },
  });
}
