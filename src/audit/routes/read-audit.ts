import { type Static, Type } from '@fastify/type-provider-typebox';
import {
  type AuditFilter,
  type AuditPosition,
  isProvenEvent,
  listEvents,
} from '../../platform/audit/index.ts';
import { decodeCursor } from '../../platform/cursors.ts';
import type { Db } from '../../platform/db/index.ts';
import type { Cpf } from '../../platform/documents.ts';
import { CursorError, RequestError } from '../../platform/errors.ts';
import { isId, personIdKind } from '../../platform/ids.ts';
import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, readLimit } from '../../web/lists.ts';
import { parseCpfField, parseMomentField, refusals } from '../../web/schemas.ts';
import { auditLogErrorCatalogue } from '../errors.ts';
import { type AuditExports, mostExportedEvents, mostExports, representEvent } from '../export-audit.ts';

/** Every id that a person is or was known by; none for a CPF that nobody has. */
type ListPersonIds = (by: PersonNamed) => Promise<readonly string[]>;

type PersonNamed = { readonly cpf: Cpf } | { readonly id: string };

/** The header that names a person. */
const AuditFilterHeaders = Type.Object({
  'x-people-id': Type.Optional(
    Type.String({
      description: 'CPF: events about that person only. Nothing is found once the person is erased.',
    }),
  ),
});

/** Which events are wanted, as parameters of the address. */
const auditFilterQuery = {
  personId: Type.Optional(
    Type.String({ description: 'Id of a profile: events about that person only, also after the erasure.' }),
  ),
  actor: Type.Optional(Type.String({ description: 'A client id.' })),
  action: Type.Optional(Type.String({ description: 'Such as person.read.' })),
  target: Type.Optional(Type.String({ description: 'The id of the read or changed object.' })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
};

const AuditFilterQuery = Type.Object(auditFilterQuery);

/** The filter of a request. Throws `request_invalid` for what names nothing. */
async function readAuditFilter(
  listPersonIds: ListPersonIds,
  { personId, actor, action, target, from, to }: Static<typeof AuditFilterQuery>,
  cpf: string | undefined,
): Promise<AuditFilter> {
  return {
    actorId: actor,
    action,
    target,
    people: await readPeople(listPersonIds, personId, cpf),
    from: from === undefined ? undefined : parseMomentField('querystring/from', from),
    to: to === undefined ? undefined : parseMomentField('querystring/to', to),
  };
}

/** The ids of the person that events are asked for; undefined when everybody's are. */
async function readPeople(
  listPersonIds: ListPersonIds,
  personId: string | undefined,
  cpf: string | undefined,
): Promise<readonly string[] | undefined> {
  if (cpf !== undefined) {
    if (personId !== undefined)
      throw RequestError.at('querystring/personId', 'cannot stand beside X-People-Id');
    return await listPersonIds({ cpf: parseCpfField('headers/x-people-id', cpf) });
  }
  if (personId === undefined) return undefined;
  if (!isId(personIdKind, personId))
    throw RequestError.at('querystring/personId', 'is not the id of a person profile');
  return await listPersonIds({ id: personId });
}

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

export type ReadAuditDeps = {
  readonly auditDb: Db;
  readonly auditKey: Uint8Array;
  readonly listPersonIds: ListPersonIds;
  readonly auditExports: AuditExports;
};

/** The endpoints that read the log: by pages, and as a file. */
export function readAuditRoutes(app: App, deps: ReadAuditDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/audit',
    config: { reads: 'replica', access: customerAccess('audit:read'), audit: { action: 'audit.read' } },
    schema: {
      operationId: 'listAuditEvents',
      tags: ['Audit'],
      summary: 'List audit events',
      description:
        'Newest first. Events hold identifiers, never documents or names. Ask for what follows with `cursor`. Who looked at a person: name the person by `personId`, or by CPF in the header X-People-Id.',
      headers: AuditFilterHeaders,
      querystring: Type.Object({ ...auditFilterQuery, ...PageQuery }),
      response: {
        200: ListSchema(AuditEventSchema, { title: 'AuditEventPage', description: 'A page of events.' }),
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
  app.route({
    method: 'GET',
    url: '/v1/audit/export',
    config: { access: customerAccess('audit:export'), audit: { action: 'audit.export' } },
    schema: {
      operationId: 'exportAudit',
      tags: ['Audit'],
      summary: 'Export the audit log',
      description: `Events by chain, sent as they are read. NDJSON: a line about the export, a line for each event with the hash before it, and a line that the service signed; \`confere audit verify FILE --keys JWKS\` verifies it anywhere. An export without the last line is not whole. CSV is for reading and cannot be verified. Limits: ${mostExportedEvents.toLocaleString('en')} events, and ${mostExports} exports at a time in one process.`,
      headers: AuditFilterHeaders,
      querystring: Type.Object({
        format: Type.Optional(Type.Enum(['ndjson', 'csv'], { default: 'ndjson' })),
        ...auditFilterQuery,
      }),
      response: {
        200: {
          description: 'The file.',
          content: {
            'application/x-ndjson': {
              schema: Type.String({ examples: ['{"type":"confere-audit-export","version":1}\n'] }),
            },
            'text/csv': {
              schema: Type.String({ examples: ['at,actorKind\r\n2026-11-22T12:00:00.000Z,client\r\n'] }),
            },
          },
        },
        ...refusals(auditLogErrorCatalogue, 'audit_exports_busy'),
      },
    },
    handler: async (request, reply) => {
      const { format = 'ndjson' } = request.query;
      const filter = await readAuditFilter(deps.listPersonIds, request.query, request.headers['x-people-id']);
      const { id, content } = deps.auditExports.begin(filter, format);
      request.auditTarget = id;
      request.auditSubjects = filter.people ?? [];
      const { personId: _personId, ...told } = request.query;
      request.auditDetail = { ...told, format };
      // Also when the answer ends before its first byte.
      reply.raw.once('close', () => content.destroy());
      return await reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson')
        .header('content-disposition', `attachment; filename="audit-${id}.${format}"`)
        .send(content as never);
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
