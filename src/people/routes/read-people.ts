import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { profileErrorCatalogue, profileStatuses } from '../../profiles/index.ts';
import { HistoryPageSchema, representHistory } from '../../profiles/routes/history-page.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { PageQuery, readLimit } from '../../web/lists.ts';
import { ExecutionSummary, errorResponses, RequestId, Timestamp } from '../../web/schemas.ts';
import {
  type GetPersonDeps,
  getPerson,
  listPersonHistory,
  maskCpfOfProfile,
  readCpf,
} from '../get-person.ts';

const SourceAnswer = Type.Object(
  {
    lastConsultation: Type.Object({ date: Timestamp }),
    data: Type.Object({}, { additionalProperties: true, description: 'As the source gives it.' }),
  },
  { title: 'SourceAnswer' },
);

/** The answer of GET /v1/people/{personId} (interface, section 2.3), for the reference. */
const PersonProfileSchema = Type.Object(
  {
    requestId: RequestId,
    id: Type.String({ description: 'per_...' }),
    status: Type.Enum([...profileStatuses]),
    cpf: Type.Optional(
      Type.String({
        description:
          'Digits only; masked for people who are signed in to the console. Absent for a partner known by name and masked CPF.',
      }),
    ),
    basicData: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(Type.String()),
          fatherName: Type.Optional(Type.String()),
          motherName: Type.Optional(Type.String()),
          birthDate: Type.Optional(Type.String({ description: 'DD/MM/YYYY' })),
          rg: Type.Optional(Type.String()),
          gender: Type.Optional(Type.String()),
        },
        { title: 'PersonBasicData' },
      ),
    ),
    executions: Type.Array(ExecutionSummary, { description: 'Newest first.' }),
    sources: Type.Optional(
      Type.Record(Type.String(), SourceAnswer, { description: 'By name of the source.' }),
    ),
  },
  { title: 'Person', description: 'The profile. Unknown fields are absent.' },
);

type GetPersonRouteDeps = { readonly people: GetPersonDeps };

/** GET /v1/people/{personId} (interface, section 4.3). */
export function getPersonRoute(app: App, deps: GetPersonRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId',
    config: {
      reads: 'replica',
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'people:read' },
      audit: { action: 'person.read' },
    },
    schema: {
      operationId: 'getPerson',
      tags: ['Profiles'],
      summary: 'Read the profile of a person',
      description: 'By profile id or CPF. Which members there are depends on the query templates that ran.',
      params: Type.Object({ personId: Type.String({ description: 'Id of the profile, or a CPF.' }) }),
      response: {
        200: PersonProfileSchema,
        ...errorResponses(pickErrors(profileErrorCatalogue, 'profile_not_found')),
      },
    },
    handler: async (request, reply) => {
      const found = await getPerson(deps.people, request.params.personId);
      const { id, document } = tokenOf(request).account === undefined ? found : maskCpfOfProfile(found);
      request.auditTarget = id;
      // The profile is stored as it is answered; only the request's id is put before it.
      const body = `{"requestId":"${request.id}",${document.slice(1)}`;
      reply.type('application/json; charset=utf-8');
      return body as never;
    },
  });
}

/** GET /v1/people/{personId}/cpf: the whole CPF, for people whose answers mask it. */
export function getCpfRoute(app: App, deps: GetPersonRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId/cpf',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'people:read' },
      audit: { action: 'person.cpf' },
    },
    schema: {
      operationId: 'getCpf',
      tags: ['Profiles'],
      summary: 'Read the whole CPF of a person',
      description:
        'Answers to people who are signed in to the console mask CPFs. This one does not; the audit log records it.',
      params: Type.Object({ personId: Type.String({ description: 'Id of the profile, or a CPF.' }) }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            personId: Type.String({ description: 'per_...' }),
            cpf: Type.Optional(
              Type.String({
                description: 'Digits only. Absent for a partner known by name and masked CPF.',
              }),
            ),
          },
          { title: 'PersonCpf', description: 'The CPF.' },
        ),
        ...errorResponses(pickErrors(profileErrorCatalogue, 'profile_not_found')),
      },
    },
    handler: async (request) => {
      const { id, cpf } = await readCpf(deps.people, request.params.personId);
      request.auditTarget = id;
      return { requestId: request.id, personId: id, ...(cpf === undefined ? {} : { cpf }) };
    },
  });
}

export type GetPersonHistoryRouteDeps = { readonly people: GetPersonDeps };

/** GET /v1/people/{personId}/history: what changed in the profile, newest first. */
export function getPersonHistoryRoute(app: App, deps: GetPersonHistoryRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId/history',
    config: {
      reads: 'replica',
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'people:read' },
      audit: { action: 'person.history' },
    },
    schema: {
      operationId: 'listPersonHistory',
      tags: ['Profiles'],
      summary: 'List the changes of a person profile',
      description: 'Newest first, each change with the execution that made it.',
      params: Type.Object({ personId: Type.String({ description: 'Id of the profile, or a CPF.' }) }),
      querystring: Type.Object(PageQuery),
      response: {
        200: HistoryPageSchema,
        ...errorResponses(pickErrors(profileErrorCatalogue, 'profile_not_found')),
      },
    },
    handler: async (request) => {
      const { id, ...page } = await listPersonHistory(deps.people, request.params.personId, {
        cursor: request.query.cursor,
        limit: readLimit(request.query),
      });
      request.auditTarget = id;
      return representHistory(request.id, id, page);
    },
  });
}
