import { Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, readPage } from '../../web/lists.ts';
import { locationOf, RequestId, refusals, Timestamp } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import {
  type QueryTemplate,
  QueryTemplateDefinitionSchema,
} from '../query-templates/query-template-definition.ts';
import {
  findQueryTemplates,
  getQueryTemplate,
  listTemplateVersions,
} from '../query-templates/query-templates-store.ts';
import {
  createQueryTemplate,
  deleteQueryTemplate,
  replaceQueryTemplate,
} from '../query-templates/save-query-template.ts';
import type { ProfileRouteDeps } from './execution-representation.ts';
import { tryTemplateRoute } from './try-template.ts';

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
  'application/json': { schema: QueryTemplateDefinitionSchema },
} as const;

function representQueryTemplate({ definition, ...own }: QueryTemplate) {
  return { ...toAnswer(own), ...definition };
}

export function queryTemplateRoutes(app: App, routeDeps: ProfileRouteDeps): void {
  const { profiles, baseUrl } = routeDeps;
  const { db, clock } = profiles;
  const deps = { db, clock, sources: profiles.sources.sources };
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
      },
    },
    handler: async (request, reply) => {
      const template = await createQueryTemplate(deps, request.body);
      request.auditTarget = template.id;
      request.auditDetail = { version: template.version };
      reply.header('location', `${baseUrl}/v1/query-templates/${template.id}`);
      return await reply.code(201).send({ requestId: request.id, ...representQueryTemplate(template) });
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/query-templates',
    config: { access: queryTemplateReadAccess, audit: 'none' },
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
      },
    },
    handler: async (request) => {
      const { after, limit } = readPage(request.query, /^tpl_\w{1,80}$/);
      const { subject } = request.query;
      const found = await findQueryTemplates(db, { after, limit: limit + 1, subject });
      const { items, ...next } = cutPage(found, limit, ({ id }) => id);
      return { requestId: request.id, ...next, items: items.map(representQueryTemplate) };
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/query-templates/:templateId',
    config: { access: queryTemplateReadAccess, audit: 'none' },
    schema: {
      operationId: 'getQueryTemplate',
      tags: ['Query templates'],
      summary: 'Get a query template',
      description: 'At its current version. Executions name the version that they ran.',
      params: Type.Object({ templateId: Type.String() }),
      response: {
        200: { ...QueryTemplateBodySchema, description: 'The query template at its current version.' },
        ...refusals(profileErrorCatalogue, 'query_template_not_found'),
      },
    },
    handler: async (request) => {
      const template = await getQueryTemplate(db, request.params.templateId);
      return { requestId: request.id, ...representQueryTemplate(template) };
    },
  });
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
        200: { ...QueryTemplateBodySchema, description: 'The query template at its current version.' },
        ...refusals(
          profileErrorCatalogue,
          'query_template_not_found',
          'query_template_protected',
          'query_template_subject_fixed',
        ),
      },
    },
    handler: async (request) => {
      const template = await replaceQueryTemplate(deps, request.params.templateId, request.body);
      request.auditTarget = template.id;
      request.auditDetail = { version: template.version };
      return { requestId: request.id, ...representQueryTemplate(template) };
    },
  });
  app.route({
    method: 'DELETE',
    url: '/v1/query-templates/:templateId',
    config: { access: queryTemplateAccess, audit: { action: 'query-template.delete' } },
    schema: {
      operationId: 'deleteQueryTemplate',
      tags: ['Query templates'],
      summary: 'Take a query template out of use',
      description: 'New requests cannot name it. Its watches go on with it.',
      params: Type.Object({ templateId: Type.String() }),
      response: {
        204: Type.Null({ description: 'It is out of use; executions that ran it keep it.' }),
        ...refusals(profileErrorCatalogue, 'query_template_not_found', 'query_template_protected'),
      },
    },
    handler: async (request, reply) => {
      const { templateId } = request.params;
      await deleteQueryTemplate(deps, templateId);
      request.auditTarget = templateId;
      return await reply.code(204).send(null);
    },
  });
  tryTemplateRoute(app, routeDeps);
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
        ...refusals(profileErrorCatalogue, 'query_template_not_found'),
      },
    },
    handler: async (request) => {
      const { id } = await getQueryTemplate(db, request.params.templateId);
      const { after, limit } = readPage(request.query, /^[1-9]\d{0,8}$/);
      const found = await listTemplateVersions(db, id, {
        before: after === undefined ? undefined : Number(after),
        limit: limit + 1,
      });
      const { items, ...next } = cutPage(found, limit, ({ version }) => String(version));
      return {
        requestId: request.id,
        ...next,
        items: items.map(({ version, createdAt, definition }) =>
          toAnswer({ version, definition, createdAt }),
        ),
      };
    },
  });
}

/** Who starts executions does not say what they decide by: he could approve whom he likes. */
const queryTemplateAccess = customerAccess('templates:write');

/** Who may read executions may read them by what they were decided. */
const queryTemplateReadAccess = customerAccess('executions:read');
