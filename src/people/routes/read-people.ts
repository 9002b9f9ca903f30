import { Type } from '@fastify/type-provider-typebox';
import type { Db } from '../../platform/db/index.ts';
import { maskCpf } from '../../platform/documents.ts';
import { RequestError } from '../../platform/errors.ts';
import type { DescribeSubjects } from '../../platform/subjects.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import {
  findPeopleByName,
  type NameIndex,
  profileErrorCatalogue,
  profileStatuses,
} from '../../profiles/index.ts';
import { HistoryPageSchema, readHistoryPage, representHistory } from '../../profiles/routes/history-page.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, readCriteria, readPage } from '../../web/lists.ts';
import { ExecutionSummary, RequestId, refusals, Timestamp } from '../../web/schemas.ts';
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

const PersonParams = Type.Object({ personId: Type.String({ description: 'Id of the profile, or a CPF.' }) });

/** GET /v1/people/{personId} (interface, section 4.3). */
export function getPersonRoute(app: App, deps: GetPersonDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId',
    config: { reads: 'replica', access: customerAccess('people:read'), audit: { action: 'person.read' } },
    schema: {
      operationId: 'getPerson',
      tags: ['Profiles'],
      summary: 'Read the profile of a person',
      description: 'By profile id or CPF. Which members there are depends on the query templates that ran.',
      params: PersonParams,
      response: {
        200: PersonProfileSchema,
        ...refusals(profileErrorCatalogue, 'profile_not_found'),
      },
    },
    handler: async (request, reply) => {
      const found = await getPerson(deps, request.params.personId);
      const { id, document } = tokenOf(request).account === undefined ? found : maskCpfOfProfile(found);
      request.auditTarget = id;
      // The profile is stored as it is answered; only the request's id is put before it.
      const body = `{"requestId":"${request.id}",${document.slice(1)}`;
      reply.type('application/json; charset=utf-8');
      return body as never;
    },
  });
}

export function getCpfRoute(app: App, deps: GetPersonDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId/cpf',
    config: { access: customerAccess('people:read'), audit: { action: 'person.cpf' } },
    schema: {
      operationId: 'getCpf',
      tags: ['Profiles'],
      summary: 'Read the whole CPF of a person',
      description:
        'Answers to people who are signed in to the console mask CPFs. This one does not; the audit log records it.',
      params: PersonParams,
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            personId: Type.String({ description: 'per_...' }),
            cpf: Type.Optional(
              Type.String({ description: 'Digits only. Absent for a partner known by name and masked CPF.' }),
            ),
          },
          { title: 'PersonCpf', description: 'The CPF.' },
        ),
        ...refusals(profileErrorCatalogue, 'profile_not_found'),
      },
    },
    handler: async (request) => {
      const { id, cpf } = await readCpf(deps, request.params.personId);
      request.auditTarget = id;
      return toAnswer({ requestId: request.id, personId: id, cpf });
    },
  });
}

export function getPersonHistoryRoute(app: App, deps: GetPersonDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId/history',
    config: { reads: 'replica', access: customerAccess('people:read'), audit: { action: 'person.history' } },
    schema: {
      operationId: 'listPersonHistory',
      tags: ['Profiles'],
      summary: 'List the changes of a person profile',
      description: 'Newest first, each change with the execution that made it.',
      params: PersonParams,
      querystring: Type.Object(PageQuery),
      response: {
        200: HistoryPageSchema,
        ...refusals(profileErrorCatalogue, 'profile_not_found'),
      },
    },
    handler: async (request) => {
      const page = readHistoryPage(request.query);
      const history = await listPersonHistory(deps, request.params.personId, page);
      request.auditTarget = history.id;
      return representHistory(request.id, history, page);
    },
  });
}

export type SearchPeopleDeps = {
  readonly db: Db;
  readonly nameIndex: NameIndex;
  readonly describePeople: DescribeSubjects;
};

export function searchPeopleRoute(app: App, { db, nameIndex, describePeople }: SearchPeopleDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people',
    config: { reads: 'replica', access: customerAccess('people:read'), audit: { action: 'person.search' } },
    schema: {
      operationId: 'searchPeople',
      tags: ['Profiles'],
      summary: 'Search people by name',
      description: 'Profiles with every word, each whole. Accents, case and particles do not matter.',
      headers: Type.Object({
        'x-criteria': Type.String({ maxLength: 1_000, description: '`name`, URL-encoded.' }),
      }),
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object(
            {
              id: Type.String(),
              name: Type.Optional(Type.String()),
              cpf: Type.Optional(Type.String({ description: 'Masked for people who are signed in.' })),
              birthDate: Type.Optional(Type.String({ description: 'DD/MM/YYYY' })),
            },
            { title: 'FoundPerson' },
          ),
          { title: 'FoundPeople', description: 'A page of people.' },
        ),
      },
    },
    handler: async (request) => {
      const token = tokenOf(request);
      const words = nameIndex(readCriteria(request.headers['x-criteria'], ['name']).name ?? '');
      if (words.length === 0) {
        throw RequestError.at('headers/x-criteria', 'must name a word at least');
      }
      const { after, limit } = readPage(request.query, /^per_\w{1,80}$/);
      const found = await findPeopleByName(db, words, { after, limit: limit + 1 });
      const { items, ...next } = cutPage(found, limit, (id) => id);
      const facts = await describePeople(items);
      request.auditSubjects = items;
      const isMasked = token.account !== undefined;
      return {
        requestId: request.id,
        ...next,
        items: items.map((id) => {
          const { name, cpf, birthDate } = facts.get(id) ?? {};
          return toAnswer({ id, name, cpf: cpf && isMasked ? maskCpf(cpf) : cpf, birthDate });
        }),
      };
    },
  });
}
