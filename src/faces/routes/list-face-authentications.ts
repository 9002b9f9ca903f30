import { Type } from '@fastify/type-provider-typebox';
import { clientIdKind } from '../../access/index.ts';
import { encodeCursor } from '../../platform/cursors.ts';
import { isId, personIdKind } from '../../platform/ids.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { requireUnbound } from '../../platform/tokens/index.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { linkHolderOf } from '../../web/audit.ts';
import { HttpError } from '../../web/errors.ts';
import { ListSchema, PageQuery, readPage } from '../../web/lists.ts';
import { parseCpfField } from '../../web/schemas.ts';
import { type ListAttemptsQuery, listAttempts } from '../list-attempts.ts';
import { AttemptSchema, representAttempt } from './attempt-representation.ts';
import type { FaceRouteDeps } from './route-deps.ts';

export function listFaceAuthenticationsRoute(app: App, deps: FaceRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/face-authentications',
    config: {
      reads: 'replica',
      access: customerAccess('attempts:read', { products: ['customer', 'mobile'] }),
      audit: { action: 'attempt.list' },
    },
    schema: {
      operationId: 'listFaceAuthentications',
      tags: ['Face authentication'],
      summary: 'List authentication attempts',
      description: 'Newest first. The token must be bound to nobody: never on a phone.',
      headers: Type.Object({
        'x-people-id': Type.Optional(
          Type.String({ description: 'CPF of the person, digits only; instead of personId.' }),
        ),
      }),
      querystring: Type.Object({
        personId: Type.Optional(
          Type.String({ description: 'Id of the profile of the person; never a CPF.' }),
        ),
        clientId: Type.Optional(Type.String({ description: 'Id of the requesting client.' })),
        from: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
        to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
        isMatch: Type.Optional(
          Type.Unsafe<'true' | 'false'>({
            type: 'string',
            enum: ['true', 'false'],
            description: 'Only attempts that matched, or that did not.',
          }),
        ),
        ...PageQuery,
      }),
      response: {
        200: ListSchema(AttemptSchema, {
          title: 'AttemptPage',
          description: 'A page of attempts. Empty for an unknown person.',
        }),
      },
    },
    handler: async (request) => {
      const token = tokenOf(request);
      requireUnbound(token);
      const { clientId, isMatch, from, to } = request.query;
      if (clientId !== undefined && !isId(clientIdKind, clientId)) {
        throw invalid('querystring/clientId', 'must be the id of a client');
      }
      const { after, limit } = readPage(request.query, /^att_[0-9a-f]{32}$/);
      const page = await listAttempts(deps.faces, {
        person: personOf(request.query.personId, request.headers['x-people-id']),
        clientId,
        isMatch: isMatch === undefined ? undefined : isMatch === 'true',
        from: momentOf('from', from),
        to: momentOf('to', to),
        before: after,
        limit,
      });
      if (page.personId !== undefined) request.auditTarget = page.personId;
      request.auditSubjects = page.attempts.map((attempt) => attempt.personId);
      const signLink = (imageId: string) => deps.imageLinks.sign(imageId, linkHolderOf(request));
      return toAnswer({
        requestId: request.id,
        items: page.attempts.map((attempt) => representAttempt(attempt, token, signLink)),
        nextCursor: page.next && encodeCursor(page.next),
      });
    },
  });
}

function personOf(personId: string | undefined, cpf: unknown): ListAttemptsQuery['person'] {
  if (personId !== undefined && cpf !== undefined) {
    throw invalid('querystring/personId', 'must not come together with X-People-Id');
  }
  if (cpf !== undefined) return { cpf: parseCpfField('headers/x-people-id', cpf) };
  if (personId === undefined) return undefined;
  if (isId(personIdKind, personId)) return { personId };
  throw invalid('querystring/personId', 'must be the id of a person; a CPF goes into X-People-Id');
}

function momentOf(name: 'from' | 'to', text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  // The format also takes leap seconds and the year 0000; identifiers hold moments since 1970.
  if (moment.getTime() >= 0) return moment;
  throw invalid(`querystring/${name}`, 'must be a moment since 1970');
}

function invalid(path: string, message: string): HttpError {
  return new HttpError('request_invalid', { problems: [{ path, message }] });
}
