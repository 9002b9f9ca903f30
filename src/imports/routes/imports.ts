import { Type } from '@fastify/type-provider-typebox';
import type { JobQueue } from '../../platform/jobs/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, pageOfAll, readPage } from '../../web/lists.ts';
import { AnswerSchema, locationOf, refusals, Timestamp } from '../../web/schemas.ts';
import { ImportError, importErrorCatalogue } from '../errors.ts';
import { longestImportPath } from '../import-folder.ts';
import { findImport, listImports } from '../imports-store.ts';
import { listRefusedRows } from '../list-generations.ts';
import { startImport, stopImport } from '../start-import.ts';
import {
  ImportProgressSchema,
  ImportResultSchema,
  type ImportsDeps,
  importableSources,
  importChoices,
  type SourceImport,
} from '../types.ts';

export type ImportRouteDeps = { readonly imports: ImportsDeps & { readonly queue: JobQueue } };

const SourceName = Type.Enum([...importableSources], {
  description: 'A public list, `data_sets` (of people), `registry` or `tax_regimes`.',
});

const ImportPath = Type.String({
  maxLength: longestImportPath,
  description: 'Path below IMPORT_DIR, with / between its parts.',
});

const action = Type.Enum(['import', 'download']);

const ImportSchema = Type.Object(
  {
    id: Type.String(),
    source: Type.String(),
    action,
    state: Type.Enum(['waiting', 'running', 'done', 'failed', 'stopped']),
    isStopping: Type.Boolean({
      description: 'Somebody stopped it, and its process has not put it down yet.',
    }),
    path: Type.Optional(Type.String()),
    ...importChoices,
    startedBy: Type.String({ description: 'Id of the account or the client.' }),
    stoppedBy: Type.Optional(
      Type.String({ description: 'Id of the account or the client that stopped it.' }),
    ),
    createdAt: Timestamp,
    startedAt: Type.Optional(Timestamp),
    finishedAt: Type.Optional(Timestamp),
    tries: Type.Integer({ description: 'How often a process took it up.' }),
    progress: Type.Optional(ImportProgressSchema),
    result: Type.Optional(ImportResultSchema),
    failure: Type.Optional(Type.String({ description: 'Code of the error that ended it.' })),
    failureDetail: Type.Optional(Type.String()),
  },
  { title: 'SourceImport' },
);

const ImportAnswer = AnswerSchema(ImportSchema, { title: 'ImportAnswer' });

const ImportAccepted = {
  ...ImportAnswer,
  description: 'It waits for a process, or for its end.',
  headers: locationOf('import'),
};

const ImportParams = Type.Object({ importId: Type.String({ maxLength: 64 }) });

export function importRoutes(app: App, { imports }: ImportRouteDeps): void {
  const { db } = imports.database;
  app.route({
    method: 'GET',
    url: '/v1/import-files',
    config: { access: customerAccess('system:read'), audit: 'none' },
    schema: {
      operationId: 'listImportFiles',
      tags: ['Profiles'],
      summary: 'List the files that can be imported',
      description: 'Those of one folder below IMPORT_DIR, by name. Links that lead out are left out.',
      querystring: Type.Object({ path: Type.Optional(ImportPath), ...PageQuery }),
      response: {
        200: ListSchema(
          Type.Object(
            {
              path: Type.String(),
              name: Type.String(),
              isFolder: Type.Boolean(),
              sizeBytes: Type.Integer(),
              modifiedAt: Timestamp,
            },
            { title: 'ImportFile' },
          ),
          { title: 'ImportFiles', description: 'The files.' },
        ),
        ...refusals(
          importErrorCatalogue,
          'import_folder_unset',
          'import_path_refused',
          'import_file_missing',
        ),
      },
    },
    handler: async (request) => {
      const files = await imports.folder.list(request.query.path ?? '');
      const { items, ...next } = pageOfAll(files, request.query, ({ name }) => name);
      return { requestId: request.id, ...next, items: items.map((file) => toAnswer(file)) };
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/imports',
    config: { access: customerAccess('sources:write'), audit: { action: 'import.start' } },
    schema: {
      operationId: 'startImport',
      tags: ['Profiles'],
      summary: 'Start an import or a download',
      description:
        'It is done in the background; GET /v1/imports/{importId} shows progress and result. One of each source waits or runs at a time. What is in service stays until the new data are complete and checked. A download goes into `downloads` below IMPORT_DIR.',
      body: Type.Object(
        { source: SourceName, action, path: Type.Optional(ImportPath), ...importChoices },
        { title: 'ImportRequest' },
      ),
      response: {
        202: ImportAccepted,
        ...refusals(
          importErrorCatalogue,
          'import_folder_unset',
          'import_path_refused',
          'import_file_missing',
          'import_not_published',
          'import_running_already',
        ),
      },
    },
    handler: async (request, reply) => {
      const { source, action: wanted, ...options } = request.body;
      request.auditDetail = { source, action: wanted };
      const started = await startImport(imports, {
        source,
        action: wanted,
        options,
        startedBy: tokenOf(request).clientId,
      });
      request.auditTarget = started.id;
      return await reply
        .code(202)
        .header('location', `/v1/imports/${started.id}`)
        .send({ requestId: request.id, ...representImport(started) });
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/imports',
    config: { access: customerAccess('executions:read'), audit: 'none' },
    schema: {
      operationId: 'listImports',
      tags: ['Profiles'],
      summary: 'List imports and downloads',
      description: 'Those that were started over the API, the newest first.',
      querystring: Type.Object({ source: Type.Optional(SourceName), ...PageQuery }),
      response: { 200: ListSchema(ImportSchema, { title: 'ImportPage', description: 'A page of imports.' }) },
    },
    handler: async (request) => {
      const { after, limit } = readPage(request.query, /^imp_[0-9a-f]{32}$/);
      const { source } = request.query;
      const found = await listImports(db, { source, before: after, limit: limit + 1 });
      const { items, ...next } = cutPage(found, limit, ({ id }) => id);
      return { requestId: request.id, ...next, items: items.map(representImport) };
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/imports/:importId',
    config: { access: customerAccess('executions:read'), audit: 'none' },
    schema: {
      operationId: 'getImport',
      tags: ['Profiles'],
      summary: 'Read an import with its progress',
      description: 'Progress is written every second.',
      params: ImportParams,
      response: {
        200: { ...ImportAnswer, description: 'The import.' },
        ...refusals(importErrorCatalogue, 'import_not_found'),
      },
    },
    handler: async (request) => {
      const found = await findImport(db, request.params.importId);
      if (found === undefined) throw new ImportError('import_not_found');
      return { requestId: request.id, ...representImport(found) };
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/imports/:importId/stop',
    config: { access: customerAccess('sources:write'), audit: { action: 'import.stop' } },
    schema: {
      operationId: 'stopImport',
      tags: ['Profiles'],
      summary: 'Stop an import or a download',
      description:
        'One that waits is stopped at once. One that runs has `isStopping` until its process has removed what it left. What was in service stays. An import whose data come into service before that ends as `done`.',
      params: ImportParams,
      response: {
        202: ImportAccepted,
        ...refusals(importErrorCatalogue, 'import_not_found', 'import_over'),
      },
    },
    handler: async (request, reply) => {
      const { importId } = request.params;
      request.auditTarget = importId;
      const stopped = await stopImport(imports, { id: importId, by: tokenOf(request).clientId });
      request.auditDetail = { source: stopped.source, action: stopped.action };
      return await reply
        .code(202)
        .header('location', `/v1/imports/${importId}`)
        .send({ requestId: request.id, ...representImport(stopped) });
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/imports/:importId/refused-rows',
    config: { access: customerAccess('executions:read'), audit: { action: 'import.list-refused' } },
    schema: {
      operationId: 'listRefusedRows',
      tags: ['Profiles'],
      summary: 'List the refused rows of an import',
      description: 'File, line and reason of those that are kept; nothing of their content.',
      params: ImportParams,
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object(
            {
              file: Type.Optional(Type.String()),
              line: Type.Integer(),
              reason: Type.String(),
              field: Type.Optional(Type.String()),
            },
            { title: 'RefusedRow' },
          ),
          { title: 'RefusedRows', description: 'The rows.' },
        ),
        ...refusals(importErrorCatalogue, 'import_not_found'),
      },
    },
    handler: async (request) => {
      const { importId } = request.params;
      const { after, limit } = readPage(request.query, /^\d{1,15} [^/]{0,200}$/);
      const found = await listRefusedRows(imports.database, importId, {
        after: after === undefined ? undefined : placeOfRow(after),
        limit: limit + 1,
      });
      request.auditTarget = importId;
      const { items, ...next } = cutPage(found, limit, ({ line, file }) => `${line} ${file ?? ''}`);
      return { requestId: request.id, ...next, items: items.map((row) => toAnswer(row)) };
    },
  });
}

function placeOfRow(place: string): { readonly line: number; readonly file: string } {
  const [line = ''] = place.split(' ', 1);
  return { line: Number(line), file: place.slice(line.length + 1) };
}

function representImport({ options: { path, ...choices }, ...own }: SourceImport) {
  return toAnswer({ ...own, path, ...choices });
}
