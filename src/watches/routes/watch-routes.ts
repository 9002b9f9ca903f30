import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { profileErrorCatalogue } from '../../profiles/index.ts';
import { parseDocument } from '../../profiles/routes/create-execution.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, readPage } from '../../web/lists.ts';
import { AnswerSchema, errorResponses, refusals, Timestamp } from '../../web/schemas.ts';
import { createWatch, getWatch, removeWatch } from '../create-watch.ts';
import { watchErrorCatalogue } from '../errors.ts';
import { representWatch, type Watch, type WatchDeps } from '../types.ts';
import { listWatches } from '../watches-store.ts';

const access = customerAccess('executions:write');
const readAccess = customerAccess('executions:read');

const WatchParams = Type.Object({ watchId: Type.String({ maxLength: 64 }) });
const WatchSchema = Type.Object(
  {
    id: Type.String(),
    clientId: Type.String({ description: 'The owner: a client, or the account of a person.' }),
    subject: Type.Enum(['person', 'company']),
    personId: Type.Optional(Type.String()),
    companyId: Type.Optional(Type.String()),
    templateId: Type.String(),
    intervalDays: Type.Optional(Type.Integer()),
    isOnRegistryChange: Type.Optional(Type.Boolean()),
    createdAt: Timestamp,
    dueAt: Type.Optional(Timestamp),
    lastExecutionId: Type.Optional(Type.String()),
    lastRunAt: Type.Optional(Timestamp),
  },
  { title: 'Watch' },
);
const WatchAnswer = AnswerSchema(WatchSchema, { title: 'WatchAnswer' });

export function watchRoutes(app: App, watches: WatchDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/watches',
    config: { access, audit: { action: 'watch.create' } },
    schema: {
      operationId: 'createWatch',
      tags: ['Executions'],
      summary: 'Watch a person or company',
      description:
        'Runs the query template now and whenever the watch is due. An event `watch.changed` tells when the outcome is another one than before.',
      body: Type.Object(
        {
          cpf: Type.Optional(Type.String({ description: 'Of a person. Digits only.' })),
          cnpj: Type.Optional(Type.String({ description: 'Of a company. No mask.' })),
          templateId: Type.String({ minLength: 1, maxLength: 80 }),
          intervalDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
          isOnRegistryChange: Type.Optional(
            Type.Boolean({
              description: 'In place of intervalDays: within a day of each new month of the registry.',
            }),
          ),
        },
        { title: 'WatchRequest' },
      ),
      response: {
        201: { ...WatchAnswer, description: 'The watch.' },
        ...errorResponses(
          pickErrors(profileErrorCatalogue, 'query_template_not_found'),
          pickErrors(watchErrorCatalogue, 'watch_exists', 'watches_full'),
        ),
      },
    },
    handler: async (request, reply) => {
      const { templateId, intervalDays, isOnRegistryChange = false } = request.body;
      const watch = await createWatch(watches, {
        clientId: tokenOf(request).clientId,
        document: parseDocument(request.body),
        templateId,
        intervalDays,
        isOnRegistryChange,
      });
      request.auditTarget = watch.id;
      return await reply.code(201).send({ requestId: request.id, ...representWatch(watch) });
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/watches',
    config: { reads: 'replica', access: readAccess, audit: { action: 'watch.list' } },
    schema: {
      operationId: 'listWatches',
      tags: ['Executions'],
      summary: 'List watches',
      description:
        'Those of the client, oldest first, without documents. People who are signed in see those of everybody.',
      querystring: Type.Object(PageQuery),
      response: { 200: ListSchema(WatchSchema, { title: 'WatchPage', description: 'A page of watches.' }) },
    },
    handler: async (request) => {
      const { after, limit } = readPage(request.query, /^wat_[0-9a-f]{32}$/);
      const page = { after, limit: limit + 1 };
      const found = await listWatches(watches.db, watches.cipher, { clientId: readableOf(request) }, page);
      const { items, ...next } = cutPage(found, limit, ({ id }) => id);
      request.auditSubjects = peopleOf(items);
      return { requestId: request.id, ...next, items: items.map(representWatch) };
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/watches/:watchId',
    config: { access: readAccess, audit: { action: 'watch.read' } },
    schema: {
      operationId: 'getWatch',
      tags: ['Executions'],
      summary: 'Read a watch',
      description: 'When it ran last and when it is due, without the document.',
      params: WatchParams,
      response: {
        200: { ...WatchAnswer, description: 'The watch.' },
        ...refusals(watchErrorCatalogue, 'watch_not_found'),
      },
    },
    handler: async (request) => {
      const watch = await getWatch(watches, request.params.watchId, readableOf(request));
      request.auditTarget = watch.id;
      request.auditSubjects = peopleOf([watch]);
      return { requestId: request.id, ...representWatch(watch) };
    },
  });
  app.route({
    method: 'DELETE',
    url: '/v1/watches/:watchId',
    config: { access, audit: { action: 'watch.remove' } },
    schema: {
      operationId: 'deleteWatch',
      tags: ['Executions'],
      summary: 'End a watch',
      description: 'An execution that is under way goes on.',
      params: WatchParams,
      response: {
        204: Type.Null({ description: 'It has ended.' }),
        ...refusals(watchErrorCatalogue, 'watch_not_found'),
      },
    },
    handler: async (request, reply) => {
      const watch = await removeWatch(watches, request.params.watchId, tokenOf(request).clientId);
      request.auditTarget = watch.id;
      request.auditSubjects = peopleOf([watch]);
      return await reply.code(204).send(null);
    },
  });
}

/** The client whose watches may be read; undefined for people who are signed in: they look after all of them. */
function readableOf(request: Parameters<typeof tokenOf>[0]): string | undefined {
  return tokenOf(request).account === undefined ? tokenOf(request).clientId : undefined;
}

function peopleOf(watches: readonly Watch[]): readonly string[] {
  return watches.flatMap(({ profileId }) => (profileId === undefined ? [] : [profileId]));
}
