import { Type } from '@fastify/type-provider-typebox';
import type { FindLookAlikes } from '../../platform/reviews.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { linkHolderOf } from '../../web/audit.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { refusals, Timestamp } from '../../web/schemas.ts';
import { getCase } from '../cases-store.ts';
import { casesErrorCatalogue } from '../errors.ts';
import { subjectIdOf } from '../types.ts';
import {
  CaseParams,
  type CaseRouteDeps,
  lookAlikesOf,
  noteCase,
  showFacts,
  tags,
} from './case-representation.ts';

export function caseDuplicatesRoute(app: App, deps: CaseRouteDeps, findLookAlikes: FindLookAlikes): void {
  const { cases, imageLinks } = deps;
  app.route({
    method: 'GET',
    url: '/v1/cases/:caseId/duplicates',
    config: {
      access: customerAccess('cases:read', { alsoScope: 'attempts:read' }),
      audit: { action: 'case.compare' },
    },
    schema: {
      operationId: 'listCaseDuplicates',
      tags,
      summary: 'List the possible duplicates of a case',
      description:
        'The registered photos of the person of the case, then those of each person who may be the same. Empty when the case names no duplicates. Needs `attempts:read`, too. Everybody shown is recorded with the case.',
      params: CaseParams,
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object(
            {
              personId: Type.String(),
              name: Type.Optional(Type.String({ description: 'As what follows, with `people:read`.' })),
              cpf: Type.Optional(Type.String({ description: 'Masked for people who are signed in.' })),
              birthDate: Type.Optional(Type.String({ description: 'DD/MM/YYYY' })),
              motherName: Type.Optional(Type.String()),
              similarity: Type.Optional(
                Type.Number({
                  minimum: 0,
                  maximum: 1,
                  description:
                    'Of the two most similar photos; 0.5 is the threshold. Absent for the person of the case, and where no photos compare.',
                }),
              ),
              photos: Type.Array(
                Type.Object({
                  registeredAt: Timestamp,
                  imageUrl: Type.String({ description: 'The address expires.' }),
                }),
                { description: 'Newest first.' },
              ),
            },
            { title: 'CaseDuplicate' },
          ),
          { title: 'CaseDuplicates', description: 'The person of the case first.' },
        ),
        ...refusals(casesErrorCatalogue, 'case_not_found'),
      },
    },
    handler: async (request) => {
      const found = await getCase(cases.db, request.params.caseId);
      noteCase(request, found);
      request.purpose ??= `case ${found.id}`;
      const others = lookAlikesOf(found);
      const ids = others.length === 0 ? [] : [subjectIdOf(found), ...others];
      request.auditSubjects = ids;
      const people = ids.length === 0 ? [] : await findLookAlikes(ids);
      const { items, ...next } = pageOfAll(people, request.query, ({ personId }) => personId);
      const facts = await showFacts(
        request,
        deps,
        items.map(({ personId }) => personId),
      );
      return {
        requestId: request.id,
        ...next,
        items: items.map(({ personId, similarity, photos }) =>
          toAnswer({
            ...facts.get(personId),
            personId,
            similarity,
            photos: photos.map(({ imageId, registeredAt }) =>
              toAnswer({ registeredAt, imageUrl: imageLinks.sign(imageId, linkHolderOf(request)) }),
            ),
          }),
        ),
      };
    },
  });
}
