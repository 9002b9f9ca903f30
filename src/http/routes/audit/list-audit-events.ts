import { Type } from '@fastify/type-provider-typebox';
import { type AuditPosition, listEvents } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import { HttpError } from '../../errors.ts';
import { LimitQuery, readLimit } from '../../read-limit.ts';
import { errorResponses, RequestId } from '../../schemas.ts';
import type { App } from '../../server.ts';
import { AuditEventSchema, representEvent } from './audit-event-representation.ts';

export type ListAuditEventsDeps = { readonly auditDb: Db };

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
        'Newest first. Events hold identifiers, never documents or names. Ask for what follows with `cursor`.',
      security: [{ token: ['audit:read'] }],
      querystring: Type.Object({
        actor: Type.Optional(Type.String({ description: 'A client id.' })),
        action: Type.Optional(Type.String({ description: 'Such as person.read.' })),
        target: Type.Optional(Type.String({ description: 'The id of what was read or changed.' })),
        from: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
        to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
        cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
        limit: LimitQuery(defaultLimit, largestLimit),
      }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            items: Type.Array(AuditEventSchema),
            nextCursor: Type.Optional(Type.String()),
          },
          { description: 'A page of events.' },
        ),
        ...errorResponses(400, 401, 403, 429),
      },
    },
    handler: async (request) => {
      const { actor, action, target, from, to, cursor } = request.query;
      const limit = readLimit(request.query.limit, defaultLimit, largestLimit);
      const events = await listEvents(
        deps.auditDb,
        { actorId: actor, action, target, from: parseMoment('from', from), to: parseMoment('to', to) },
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

function parseMoment(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  // The format also takes leap seconds and the year 0000, which are no Date or none of the database's.
  if (!(moment.getUTCFullYear() >= 1))
    throw invalid(`querystring/${name}`, 'is not a moment after the year 0');
  return moment;
}

function formatCursor({ at, chain, sequence }: AuditPosition): string {
  return Buffer.from(JSON.stringify([at.getTime(), chain, sequence])).toString('base64url');
}

function parseCursor(text: string): AuditPosition {
  try {
    const [at, chain, sequence] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const moment = new Date(at);
    const year = moment.getUTCFullYear();
    const isMoment = Number.isSafeInteger(at) && year >= 1 && year <= 9_999;
    const isChain = typeof chain === 'string' && /^chain-[\w-]{1,64}$/.test(chain);
    if (isMoment && isChain && Number.isSafeInteger(sequence)) {
      return { at: moment, chain, sequence };
    }
  } catch {
    // Falls through to the refusal.
  }
  throw invalid('querystring/cursor', 'is not a cursor of this list');
}

function invalid(path: string, message: string): HttpError {
  return new HttpError('request_invalid', { problems: [{ path, message }] });
}
