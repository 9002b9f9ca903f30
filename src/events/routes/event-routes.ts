import { Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll, readLimit } from '../../web/lists.ts';
import { Timestamp } from '../../web/schemas.ts';
import { type ListEventsDeps, latestEvent, listEvents, representEvent } from '../list-events.ts';

type EventRouteDeps = { readonly events: ListEventsDeps };

/** An event in the feed; the same object is the body of a webhook. */
const EventSchema = Type.Object(
  {
    id: Type.String({ description: 'evt_...; of a webhook also its `webhook-id`.' }),
    type: Type.String({ description: 'One of GET /v1/event-types.' }),
    version: Type.Integer({ description: 'Of the type: goes up when its data change their meaning.' }),
    timestamp: Timestamp,
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Identifiers, as the schema of the type says.',
        examples: [{ personId: `per_${'0'.repeat(32)}`, faceId: `fac_${'0'.repeat(32)}` }],
      },
    ),
  },
  { title: 'Event' },
);

export function listEventsRoute(app: App, deps: EventRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/events',
    config: { access: customerAccess('events:read'), audit: { action: 'event.list' } },
    schema: {
      operationId: 'listEvents',
      tags: ['Events'],
      summary: 'Read the feed of events',
      description:
        'Oldest first. Get the next page with `cursor`: the feed has no gaps. It has no last page: `nextCursor` is what you sent when nothing follows yet. Events hold identifiers, never documents or names; the token sees only types whose scope it has.',
      querystring: Type.Object({
        ...PageQuery,
        cursor: Type.Optional(
          Type.String({
            maxLength: 64,
            description: `\`nextCursor\` of the page before, or the id of any event received; \`${latestEvent}\`: from now on. Unless given: from the oldest event kept.`,
          }),
        ),
        type: Type.Optional(
          Type.String({ maxLength: 2_000, description: 'Types, separated by commas. Default: all.' }),
        ),
      }),
      response: { 200: ListSchema(EventSchema, { title: 'EventPage', description: 'A page of events.' }) },
    },
    handler: async (request) => {
      const { cursor, type } = request.query;
      const limit = readLimit(request.query);
      const token = tokenOf(request);
      const page = await listEvents(deps.events, token, { cursor, types: type?.split(','), limit });
      request.auditSubjects = page.events.flatMap(({ data }) => Object.values(data));
      const items = page.events.map(representEvent);
      return toAnswer({ requestId: request.id, items, nextCursor: page.nextCursor });
    },
  });
}

export function listEventTypesRoute(app: App, deps: EventRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/event-types',
    config: { access: customerAccess('events:read'), audit: 'none' },
    schema: {
      operationId: 'listEventTypes',
      tags: ['Events'],
      summary: 'List the types of events',
      description: 'Every type with its scope and the schema of its data, by name.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object(
            {
              name: Type.String(),
              version: Type.Integer(),
              meaning: Type.String(),
              scope: Type.String({ description: 'A client needs it to see the type.' }),
              isVisible: Type.Boolean({ description: 'The token has the scope.' }),
              schema: Type.Object({}, { additionalProperties: true, description: 'JSON Schema of `data`.' }),
            },
            { title: 'EventType' },
          ),
          { title: 'EventTypes', description: 'The types.' },
        ),
      },
    },
    handler: async (request) => {
      const { scopes } = tokenOf(request);
      const items = deps.events.catalogue.list().map(({ name, version, meaning, scope, data }) => ({
        name,
        version,
        meaning,
        scope,
        isVisible: scopes.has(scope),
        schema: JSON.parse(JSON.stringify(data)) as object,
      }));
      return { requestId: request.id, ...pageOfAll(items, request.query, ({ name }) => name) };
    },
  });
}
