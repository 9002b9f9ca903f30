import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, readLimit } from '../../web/lists.ts';
import { errorResponses, locationOf, RequestId } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { deleteQueryTemplate, replaceQueryTemplate } from '../query-templates/change-query-template.ts';
import { createQueryTemplate } from '../query-templates/create-query-template.ts';
import { getQueryTemplate, listQueryTemplates } from '../query-templates/list-query-templates.ts';
import {
  type QueryTemplate,
  QueryTemplateDefinitionSchema,
} from '../query-templates/query-template-definition.ts';
import {
  type QueryTemplateRouteDeps,
  queryTemplateAccess,
  queryTemplateReadAccess,
  toQueryTemplateDeps,
} from './query-template-deps.ts';

const fields = {
  id: Type.String(),
  version: Type.Integer({ description: 'Grows with each change; executions keep the one they ran.' }),
  isDefault: Type.Boolean({ description: 'True for the template of executions that name none.' }),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time', description: 'When this version was made.' }),
  ...QueryTemplateDefinitionSchema.properties,
};

const QueryTemplateSchema = Type.Object(fields, { title: 'QueryTemplate' });

const QueryTemplateBodySchema = Type.Object(
  { requestId: RequestId, ...fields },
  { title: 'QueryTemplateAnswer' },
);

/** The body of a request that writes a template, for the reference: the domain says what is wrong with one. */
const documentedQueryTemplate = {
  'application/json': { schema: { ...QueryTemplateDefinitionSchema, title: 'QueryTemplateDefinition' } },
} as const;

/** A query template as it is answered. */
function representQueryTemplate(template: QueryTemplate) {
  return {
    id: template.id,
    version: template.version,
    isDefault: template.isDefault,
    createdAt: template.createdAt.toISOString(),
    updatedAt: template.updatedAt.toISOString(),
    ...template.definition,
  };
}

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
        201: {
          ...QueryTemplateBodySchema,
          description: 'The query template.',
          headers: locationOf('query template'),
        },
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
