import { Type } from '@fastify/type-provider-typebox';
import { type AuditPosition, isProvenEvent, listEvents } from '../../platform/audit/index.ts';
import { decodeCursor } from '../../platform/cursors.ts';
import type { Db } from '../../platform/db/index.ts';
import { CursorError } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, readLimit } from '../../web/lists.ts';
import { errorResponses } from '../../web/schemas.ts';
import { representEvent } from '../export-audit.ts';
import { AuditFilterHeaders, auditFilterQuery, type ListPersonIds, readAuditFilter } from './audit-filter.ts';

const AuditEventSchema = Type.Object(
  {
    at: Type.String({ format: 'date-time' }),
    actor: Type.Object({
      kind: Type.Enum(['client', 'account', 'operator', 'service', 'link'], {
        description: 'link: the holder of a signed link.',
      }),
      id: Type.Optional(Type.String()),
    }),
    action: Type.String({ description: 'One of the actions of the reference page of audit events.' }),
    target: Type.Optional(Type.String()),
    subjects: Type.Optional(
      Type.Array(Type.String(), { description: 'Ids of the people whom it is about.' }),
    ),
    purpose: Type.Optional(Type.String({ description: 'The X-Purpose of the request.' })),
    source: Type.Optional(
      Type.String({ description: 'The address it came from; of a phone only the network.' }),
    ),
    outcome: Type.String({ description: '`done`, or the code of the error.' }),
    requestId: Type.Optional(Type.String()),
    detail: Type.Optional(Type.Unknown()),
    chain: Type.String(),
    sequence: Type.Integer(),
    hash: Type.String({
      description: 'HMAC-SHA256 of the event and the one before it in its chain, in hex.',
    }),
    isProven: Type.Boolean({
      description:
        'False where the hash does not follow from the event before it: this event was added or changed in the database, or the one before it taken out. Verify the log.',
    }),
  },
  { title: 'AuditEvent' },
);

export type ListAuditEventsDeps = {
  readonly auditDb: Db;
  readonly auditKey: Uint8Array;
  readonly listPersonIds: ListPersonIds;
};

/** GET /v1/audit: who did or read what, newest first. */
export function listAuditEventsRoute(app: App, deps: ListAuditEventsDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/audit',
    config: {
      reads: 'replica',
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'audit:read' },
      audit: { action: 'audit.read' },
    },
    schema: {
      operationId: 'listAuditEvents',
      tags: ['Audit'],
      summary: 'List audit events',
      description:
        'Newest first. Events hold identifiers, never documents or names. Ask for what follows with `cursor`. Who looked at a person: name the person by `personId`, or by CPF in the header X-People-Id.',
      headers: AuditFilterHeaders,
      querystring: Type.Object({
        ...auditFilterQuery,
        ...PageQuery,
      }),
      response: {
        200: ListSchema(AuditEventSchema, { title: 'AuditEventPage', description: 'A page of events.' }),
        ...errorResponses(),
      },
    },
    handler: async (request) => {
      const limit = readLimit(request.query);
      const filter = await readAuditFilter(deps.listPersonIds, request.query, request.headers['x-people-id']);
      request.auditSubjects = filter.people ?? [];
      const events = await listEvents(deps.auditDb, filter, {
        after: parseCursor(request.query.cursor),
        limit: limit + 1,
      });
      const { items, ...next } = cutPage(events, limit, placeOf);
      return {
        requestId: request.id,
        ...next,
        items: items.map((event) => ({
          ...representEvent(event),
          isProven: isProvenEvent(deps.auditKey, event, event.previousHashes),
        })),
      };
    },
  });
}

function placeOf({ at, chain, sequence }: AuditPosition): string {
  return `${at.getTime()}.${sequence}.${chain}`;
}

function parseCursor(cursor: string | undefined): AuditPosition | undefined {
  const place = decodeCursor(cursor, /^(-?\d{1,15})\.(\d{1,15})\.(chain-[\w-]{1,64})$/);
  if (place === undefined) return undefined;
  const at = new Date(Number(place[1]));
  const year = at.getUTCFullYear();
  if (!(year >= 1 && year <= 9_999)) throw new CursorError('cursor_invalid');
  return { at, chain: place[3]!, sequence: Number(place[2]) };
}
