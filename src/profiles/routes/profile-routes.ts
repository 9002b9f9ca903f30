import { Type } from '@fastify/type-provider-typebox';
import { parseCnpj, parseCpf } from '../../platform/documents.ts';
import { RequestError } from '../../platform/errors.ts';
import { companyIdKind, isId, personIdKind } from '../../platform/ids.ts';
import { nameSubjects } from '../../platform/subjects.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, readPage } from '../../web/lists.ts';
import { refusals } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { cancelExecution, runAgain } from '../executions/change-execution.ts';
import { getExecution, listExecutions, type WantedSubject } from '../executions/find-executions.ts';
import { profileStatuses } from '../types.ts';
import { createExecutionRoute } from './create-execution.ts';
import {
  ExecutionBodySchema,
  ExecutionSummarySchema,
  ExecutionUnderWay,
  type ProfileRouteDeps,
  representExecution,
  summarizeExecution,
} from './execution-representation.ts';
import { queryTemplateRoutes } from './query-templates.ts';

export function profileRoutes(app: App, deps: ProfileRouteDeps): void {
  queryTemplateRoutes(app, deps);
  createExecutionRoute(app, deps);
  executionRoutes(app, deps);
}

const access = customerAccess('executions:write');
const params = Type.Object({ executionId: Type.String() });

function executionRoutes(app: App, { profiles, describeSubjects, baseUrl }: ProfileRouteDeps): void {
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
      },
    },
    handler: async (request) => {
      const { subject, status } = request.query;
      const { after, limit } = readPage(request.query, /^exe_\w{1,80}$/);
      const found = await listExecutions(profiles, {
        status,
        after,
        limit: limit + 1,
        subject: subject === undefined ? undefined : parseSubject(subject),
      });
      const { items, ...next } = cutPage(found, limit, ({ id }) => id);
      request.auditSubjects = items.map(({ profileId }) => profileId);
      const names = await nameSubjects(request.auditSubjects, tokenOf(request), describeSubjects);
      return {
        requestId: request.id,
        ...next,
        items: items.map((execution) => summarizeExecution(execution, names)),
      };
    },
  });
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
        ...refusals(profileErrorCatalogue, 'execution_not_found'),
      },
    },
    handler: async (request) => {
      const report = await getExecution(profiles, request.params.executionId);
      request.auditTarget = report.execution.id;
      request.auditSubjects = [report.execution.profileId];
      const names = await nameSubjects(request.auditSubjects, tokenOf(request), describeSubjects);
      return { requestId: request.id, ...representExecution(report, tokenOf(request), names) };
    },
  });
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
        ...refusals(profileErrorCatalogue, 'execution_not_found', 'execution_over'),
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
        202: ExecutionUnderWay,
        ...refusals(
          profileErrorCatalogue,
          'execution_not_found',
          'execution_under_way',
          'query_template_not_found',
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

/** A value that is a valid CPF or CNPJ is one; any other must be a profile's id. */
function parseSubject(value: string): WantedSubject {
  const cpf = parseCpf(value);
  if (cpf !== undefined) return { cpf };
  const cnpj = parseCnpj(value);
  if (cnpj !== undefined) return { cnpj };
  if (isId(personIdKind, value) || isId(companyIdKind, value)) return { profileId: value };
  throw RequestError.at('querystring/subject', 'must be a CPF, a CNPJ or the id of a profile');
}
