import { Type } from '@fastify/type-provider-typebox';
import type { Db } from '../../platform/db/index.ts';
import { maskCpf } from '../../platform/documents.ts';
import { RequestError } from '../../platform/errors.ts';
import type { DescribeSubjects } from '../../platform/subjects.ts';
import { findPeopleByName, type NameIndex } from '../../profiles/index.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, readCriteria, readPage } from '../../web/lists.ts';
import { errorResponses } from '../../web/schemas.ts';

export type SearchPeopleDeps = {
  readonly db: Db;
  readonly nameIndex: NameIndex;
  readonly describePeople: DescribeSubjects;
};

/** GET /v1/people: people whose profile has a name with all of these words. */
export function searchPeopleRoute(app: App, { db, nameIndex, describePeople }: SearchPeopleDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people',
    config: {
      reads: 'replica',
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'people:read' },
      audit: { action: 'person.search' },
    },
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
        ...errorResponses(),
      },
    },
    handler: async (request) => {
      const token = tokenOf(request);
      const words = nameIndex(readCriteria(request.headers['x-criteria'], ['name']).name ?? '');
      if (words.length === 0) {
        throw new RequestError([{ path: 'headers/x-criteria', message: 'must name a word at least' }]);
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
          return {
            id,
            ...(name !== undefined && { name }),
            ...(cpf !== undefined && { cpf: isMasked ? maskCpf(cpf) : cpf }),
            ...(birthDate !== undefined && { birthDate }),
          };
        }),
      };
    },
  });
}
