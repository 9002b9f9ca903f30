import { Type } from '@fastify/type-provider-typebox';
import { parseCnpj, parseCpf } from '../../platform/documents.ts';
import { pickErrors } from '../../platform/errors.ts';
import { companyIdKind, isId, personIdKind } from '../../platform/ids.ts';
import { type DescribeSubjects, nameSubjects } from '../../platform/subjects.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { HttpError } from '../../web/errors.ts';
import { ListSchema, PageQuery, readLimit } from '../../web/lists.ts';
import { errorResponses, locationOf } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { cancelExecution, runAgain } from '../executions/change-execution.ts';
import { getExecution, type ListExecutionsQuery, listExecutions } from '../executions/find-executions.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { profileStatuses } from '../types.ts';
import { type CreateExecutionDeps, createExecutionRoute } from './create-execution.ts';
import {
  ExecutionBodySchema,
  ExecutionSummarySchema,
  representExecution,
  summarizeExecution,
} from './execution-representation.ts';
import {
  createQueryTemplateRoute,
  deleteQueryTemplateRoute,
  getQueryTemplateRoute,
  listQueryTemplatesRoute,
  listTemplateVersionsRoute,
  type QueryTemplateRouteDeps,
  replaceQueryTemplateRoute,
} from './query-templates.ts';
import { type TryTemplateDeps, tryTemplateRoute } from './try-template.ts';

export type ProfileRouteDeps = CreateExecutionDeps &
  ChangeExecutionDeps &
  GetExecutionRouteDeps &
  ListExecutionsRouteDeps &
  QueryTemplateRouteDeps &
  TryTemplateDeps;

export function profileRoutes(app: App, deps: ProfileRouteDeps): void {
  createQueryTemplateRoute(app, deps);
  listQueryTemplatesRoute(app, deps);
  getQueryTemplateRoute(app, deps);
  replaceQueryTemplateRoute(app, deps);
  deleteQueryTemplateRoute(app, deps);
  tryTemplateRoute(app, deps);
  listTemplateVersionsRoute(app, deps);
  createExecutionRoute(app, deps);
  listExecutionsRoute(app, deps);
  getExecutionRoute(app, deps);
  changeExecutionRoutes(app, deps);
}

type ListExecutionsRouteDeps = {
  readonly profiles: Parameters<typeof listExecutions>[0];
  readonly describeSubjects: DescribeSubjects;
};

function listExecutionsRoute(app: App, deps: ListExecutionsRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/executions',
    config: {
      reads: 'replica',
      access: customerAccess('executions:read'),
      audit: { action: 'execution.list' },
    },
    schema: {
      operationId: 'listExecutions',
      tags: ['Executions'],
      summary: 'List executions',
      description: 'Newest first. Get the next page with `cursor`.',
      querystring: Type.Object({
        subject: Type.Optional(Type.String({ description: 'A CPF, a CNPJ or the id of a profile.' })),
        status: Type.Optional(
          Type.Union(
            profileStatuses.map((status) => Type.Literal(status)),
            { description: profileStatuses.join(', ') },
          ),
        ),
        ...PageQuery,
      }),
      response: {
        200: ListSchema(ExecutionSummarySchema, {
          title: 'ExecutionPage',
          description: 'A page of executions, newest first.',
        }),
        ...errorResponses(),
      },
    },
    handler: async (request) => {
      const { subject, status, cursor } = request.query;
      const page = await listExecutions(deps.profiles, {
        subject: subject === undefined ? undefined : parseSubject(subject),
        status,
        cursor,
        limit: readLimit(request.query),
      });
      request.auditSubjects = page.executions.map(({ profileId }) => profileId);
      const names = await nameSubjects(request.auditSubjects, tokenOf(request), deps.describeSubjects);
      return {
        requestId: request.id,
        items: page.executions.map((execution) => summarizeExecution(execution, names)),
        ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
      };
    },
  });
}

/** A value that is a valid CPF or CNPJ is one; any other must be a profile's id. */
function parseSubject(value: string): NonNullable<ListExecutionsQuery['subject']> {
  const cpf = parseCpf(value);
  if (cpf !== undefined) return { cpf };
  const cnpj = parseCnpj(value);
  if (cnpj !== undefined) return { cnpj };
  if (isId(personIdKind, value) || isId(companyIdKind, value)) return { profileId: value };
  throw new HttpError('request_invalid', {
    problems: [{ path: 'querystring/subject', message: 'must be a CPF, a CNPJ or the id of a profile' }],
  });
}

type GetExecutionRouteDeps = {
  readonly profiles: Parameters<typeof getExecution>[0];
  readonly describeSubjects: DescribeSubjects;
};

function getExecutionRoute(app: App, deps: GetExecutionRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/executions/:executionId',
    config: { access: customerAccess('executions:read'), audit: { action: 'execution.read' } },
    schema: {
      operationId: 'getExecution',
      tags: ['Executions'],
      summary: 'Get an execution',
      description: 'Its state, the answer of each source, and the deciding rules.',
      params: Type.Object({ executionId: Type.String() }),
      response: {
        200: { ...ExecutionBodySchema, description: 'The execution as it stands.' },
        ...errorResponses(pickErrors(profileErrorCatalogue, 'execution_not_found')),
      },
    },
    handler: async (request) => {
      const report = await getExecution(deps.profiles, request.params.executionId);
      request.auditTarget = report.execution.id;
      request.auditSubjects = [report.execution.profileId];
      const names = await nameSubjects(request.auditSubjects, tokenOf(request), deps.describeSubjects);
      return { requestId: request.id, ...representExecution(report, tokenOf(request), names) };
    },
  });
}

type ChangeExecutionDeps = { readonly profiles: ProfilesDeps; readonly baseUrl: string };

const access = customerAccess('executions:write');
const params = Type.Object({ executionId: Type.String() });

function changeExecutionRoutes(app: App, { profiles, baseUrl }: ChangeExecutionDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/executions/:executionId/cancel',
    config: { access, audit: { action: 'execution.cancel' } },
    schema: {
      operationId: 'cancelExecution',
      tags: ['Executions'],
      summary: 'Cancel an execution',
      description:
        'Ends one that has not ended, as PENDING with the reason `cancelled`: it decides nothing, and an earlier verdict of the profile stays. Executions of its partners go on. Clients get `execution.ended`.',
      params,
      response: {
        200: { ...ExecutionBodySchema, description: 'The execution as it stands.' },
        ...errorResponses(pickErrors(profileErrorCatalogue, 'execution_not_found', 'execution_over')),
      },
    },
    handler: async (request) => {
      const { executionId } = request.params;
      request.auditTarget = executionId;
      const { profileId } = await cancelExecution(profiles, executionId);
      request.auditSubjects = [profileId];
      const report = await getExecution(profiles, executionId);
      return { requestId: request.id, ...representExecution(report, tokenOf(request)) };
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/executions/:executionId/run-again',
    config: { access, audit: { action: 'execution.run-again' } },
    schema: {
      operationId: 'runExecutionAgain',
      tags: ['Executions'],
      summary: 'Repeat an execution',
      description:
        'A new execution about the same person or company, with the same attributes, metadata and reference, by the template as it is now. The earlier one stays. One repetition is under way at a time.',
      params,
      response: {
        202: {
          ...ExecutionBodySchema,
          description: 'The execution, under way, or ended within the wait.',
          headers: locationOf('execution'),
        },
        ...errorResponses(
          pickErrors(
            profileErrorCatalogue,
            'execution_not_found',
            'execution_under_way',
            'query_template_not_found',
          ),
        ),
      },
    },
    handler: async (request, reply) => {
      const { executionId } = request.params;
      request.auditDetail = { earlier: executionId };
      const started = await runAgain(profiles, { id: executionId, clientId: tokenOf(request).clientId });
      request.auditTarget = started.id;
      request.auditSubjects = [started.profileId];
      const report = await getExecution(profiles, started.id);
      return await reply
        .code(202)
        .header('location', `${baseUrl}/v1/executions/${started.id}`)
        .send({ requestId: request.id, ...representExecution(report, tokenOf(request)) });
    },
  });
}
