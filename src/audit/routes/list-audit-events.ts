import { Type } from '@fastify/type-provider-typebox';
import { type AuditPosition, listEvents } from '../../platform/audit/index.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursors.ts';
import type { Db } from '../../platform/db/index.ts';
import type { Cpf } from '../../platform/documents/index.ts';
import { isId, personIdKind } from '../../platform/ids.ts';
import type { App } from '../../web/app.ts';
import { HttpError } from '../../web/errors.ts';
import { parseCpfField } from '../../web/parse-cpf-field.ts';
import { PageQuery, readLimit } from '../../web/read-limit.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { AuditEventSchema, representEvent } from './audit-event-representation.ts';

export type ListAuditEventsDeps = {
  readonly auditDb: Db;
  /** Every id that a person is or was known by; none for a CPF that nobody has. */
  readonly listPersonIds: (by: PersonNamed) => Promise<readonly string[]>;
};

type PersonNamed = { readonly cpf: Cpf } | { readonly id: string };

const defaultLimit = 100;
const largestLimit = 1_000;

/** GET /v1/audit: who did or read what, newest first. */
export function listAuditEventsRoute(app: App, deps: ListAuditEventsDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/audit',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'audit:read' },
      audit: { action: 'audit.read' },
    },
    schema: {
      operationId: 'listAuditEvents',
      tags: ['Audit'],
      summary: 'List audit events',
      description:
        'Newest first. Events hold identifiers, never documents or names. Ask for what follows with `cursor`. Who looked at a person: name the person by `personId`, or by CPF in the header X-People-Id.',
      security: [{ token: ['audit:read'] }],
      headers: Type.Object({
        'x-people-id': Type.Optional(
          Type.String({
            description: 'CPF: events about that person only. Nothing is found once the person is erased.',
          }),
        ),
      }),
      querystring: Type.Object({
        personId: Type.Optional(
          Type.String({
            description: 'Id of a profile: events about that person only, also after the erasure.',
          }),
        ),
        actor: Type.Optional(Type.String({ description: 'A client id.' })),
        action: Type.Optional(Type.String({ description: 'Such as person.read.' })),
        target: Type.Optional(Type.String({ description: 'The id of the read or changed object.' })),
        from: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
        to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
        ...PageQuery(defaultLimit, largestLimit),
      }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            items: Type.Array(AuditEventSchema),
            nextCursor: Type.Optional(Type.String()),
          },
          { title: 'AuditEventPage', description: 'A page of events.' },
        ),
        ...errorResponses(400, 401, 403, 429),
      },
    },
    handler: async (request) => {
      const { actor, action, target, from, to, cursor } = request.query;
      const limit = readLimit(request.query.limit, defaultLimit, largestLimit);
      const people = await readPeople(
        deps.listPersonIds,
        request.query.personId,
        request.headers['x-people-id'],
      );
      request.auditSubjects = people ?? [];
      const events = await listEvents(
        deps.auditDb,
        {
          actorId: actor,
          action,
          target,
          people,
          from: parseMoment('from', from),
          to: parseMoment('to', to),
        },
        { after: cursor === undefined ? undefined : parseCursor(cursor), limit: limit + 1 },
      );
      const page = events.slice(0, limit);
      return {
        requestId: request.id,
        items: page.map(representEvent),
        ...(events.length > limit ? { nextCursor: formatCursor(page.at(-1)!) } : {}),
      };
    },
  });
}

/** The ids of the person that events are asked for; undefined when everybody's are. */
async function readPeople(
  listPersonIds: ListAuditEventsDeps['listPersonIds'],
  personId: string | undefined,
  cpf: string | undefined,
): Promise<readonly string[] | undefined> {
  if (cpf !== undefined) {
    if (personId !== undefined) throw invalid('querystring/personId', 'cannot stand beside X-People-Id');
    return await listPersonIds({ cpf: parseCpfField('headers/x-people-id', cpf) });
  }
  if (personId === undefined) return undefined;
  if (!isId(personIdKind, personId))
    throw invalid('querystring/personId', 'is not the id of a person profile');
  return await listPersonIds({ id: personId });
}

function parseMoment(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  // The format also takes leap seconds and the year 0000, which are no Date or none of the database's.
  if (!(moment.getUTCFullYear() >= 1))
    throw invalid(`querystring/${name}`, 'is not a moment after the year 0');
  return moment;
}

function formatCursor({ at, chain, sequence }: AuditPosition): string {
  return encodeCursor(`${at.getTime()}.${sequence}.${chain}`);
}

function parseCursor(text: string): AuditPosition {
  const place = decodeCursor(text, /^(-?\d{1,15})\.(\d{1,15})\.(chain-[\w-]{1,64})$/);
  const at = new Date(Number(place?.[1]));
  const year = at.getUTCFullYear();
  const chain = place?.[3];
  if (chain !== undefined && year >= 1 && year <= 9_999) return { at, chain, sequence: Number(place?.[2]) };
  throw invalid('querystring/cursor', 'is not a cursor of this list');
}

function invalid(path: string, message: string): HttpError {
  return new HttpError('request_invalid', { problems: [{ path, message }] });
}
