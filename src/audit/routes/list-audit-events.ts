import { Type } from '@fastify/type-provider-typebox';
import { type AuditPosition, isProvenEvent, listEvents } from '../../platform/audit/index.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursors.ts';
import type { Db } from '../../platform/db/index.ts';
import type { App } from '../../web/app.ts';
import { PageQuery, readLimit } from '../../web/read-limit.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { representEvent } from '../represent-event.ts';
import { AuditEventSchema } from './audit-event-representation.ts';
import {
  AuditFilterHeaders,
  auditFilterQuery,
  invalidQuery,
  type ListPersonIds,
  readAuditFilter,
} from './audit-filter.ts';

export type ListAuditEventsDeps = {
  readonly auditDb: Db;
  readonly auditKey: Uint8Array;
  readonly listPersonIds: ListPersonIds;
};

const defaultLimit = 100;
const largestLimit = 1_000;

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
        ...errorResponses(),
      },
    },
    handler: async (request) => {
      const { cursor } = request.query;
      const limit = readLimit(request.query.limit, defaultLimit, largestLimit);
      const filter = await readAuditFilter(deps.listPersonIds, request.query, request.headers['x-people-id']);
      request.auditSubjects = filter.people ?? [];
      const events = await listEvents(deps.auditDb, filter, {
        after: cursor === undefined ? undefined : parseCursor(cursor),
        limit: limit + 1,
      });
      const page = events.slice(0, limit);
      return {
        requestId: request.id,
        items: page.map((event) => ({
          ...representEvent(event),
          isProven: isProvenEvent(deps.auditKey, event, event.previousHashes),
        })),
        ...(events.length > limit ? { nextCursor: formatCursor(page.at(-1)!) } : {}),
      };
    },
  });
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
  throw invalidQuery('cursor', 'is not a cursor of this list');
}
