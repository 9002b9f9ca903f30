import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { replaceQueryTemplate } from '../query-templates/replace-query-template.ts';
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

/** PUT /v1/query-templates/{templateId}: a new version of a query template. */
export function replaceQueryTemplateRoute(app: App, deps: QueryTemplateRouteDeps): void {
  app.route({
    method: 'PUT',
    url: '/v1/query-templates/:templateId',
    config: {
      access: queryTemplateAccess,
      audit: { action: 'query-template.replace' },
      documentedBody: documentedQueryTemplate,
    },
    schema: {
      operationId: 'replaceQueryTemplate',
      tags: ['Query templates'],
      summary: 'Make a new version of a query template',
      description:
        'Executions that have begun keep the version they began with. The subject cannot be changed.',
      params: Type.Object({ templateId: Type.String() }),
      response: {
        200: { ...QueryTemplateBodySchema, description: 'The query template at its new version.' },
        ...errorResponses(
          pickErrors(
            profileErrorCatalogue,
            'query_template_not_found',
            'query_template_protected',
            'query_template_subject_fixed',
          ),
        ),
      },
    },
    handler: async (request) => {
      const template = await replaceQueryTemplate(
        toQueryTemplateDeps(deps),
        request.params.templateId,
        request.body,
      );
      request.auditTarget = template.id;
      request.auditDetail = { version: template.version };
      return { requestId: request.id, ...representQueryTemplate(template) };
    },
  });
}
