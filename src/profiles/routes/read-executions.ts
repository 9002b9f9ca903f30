import { Type } from '@fastify/type-provider-typebox';
import { parseCnpj, parseCpf } from '../../platform/documents/index.ts';
import { pickErrors } from '../../platform/errors.ts';
import { companyIdKind, isId, personIdKind } from '../../platform/ids.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { HttpError } from '../../web/errors.ts';
import { ListSchema, PageQuery, readLimit } from '../../web/lists.ts';
import { errorResponses } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { getExecution } from '../executions/get-execution.ts';
import { type ListExecutionsQuery, listExecutions } from '../executions/list-executions.ts';
import { profileStatuses } from '../types.ts';
import {
  ExecutionBodySchema,
  ExecutionSummarySchema,
  representExecution,
  summarizeExecution,
} from './execution-representation.ts';

export type ListExecutionsRouteDeps = { readonly profiles: Parameters<typeof listExecutions>[0] };

/** GET /v1/executions: executions, newest first. */
export function listExecutionsRoute(app: App, deps: ListExecutionsRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/executions',
    config: {
      reads: 'replica',
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'executions:read' },
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
      return {
        requestId: request.id,
        items: page.executions.map(summarizeExecution),
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

export type GetExecutionRouteDeps = { readonly profiles: Parameters<typeof getExecution>[0] };

/** GET /v1/executions/{executionId}: how an execution stands, and why it was decided so. */
export function getExecutionRoute(app: App, deps: GetExecutionRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/executions/:executionId',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'executions:read' },
      audit: { action: 'execution.read' },
    },
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
      return { requestId: request.id, ...representExecution(report, tokenOf(request)) };
    },
  });
}
