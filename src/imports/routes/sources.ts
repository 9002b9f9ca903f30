import { Type } from '@fastify/type-provider-typebox';
import { peopleErrorCatalogue, type SourceState, sourceStateProperties } from '../../people/index.ts';
import { pickErrors } from '../../platform/errors.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { registryErrorCatalogue } from '../../registry/index.ts';
import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { errorResponses, RequestId, refusals, Timestamp } from '../../web/schemas.ts';
import { ImportError, importErrorCatalogue } from '../errors.ts';
import { generationStates, listGenerations, mostGenerations, rollBackSource } from '../list-generations.ts';
import {
  type ImportableSource,
  type ImportsDeps,
  importableSources,
  isDownloadable,
  readsFolder,
} from '../types.ts';

const SourceParams = Type.Object({
  source: Type.String({
    maxLength: 40,
    description: 'A public list, `data_sets` (of people), `registry` or `tax_regimes`.',
  }),
});

export function sourceRoutes(app: App, imports: ImportsDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/sources/:source/generations',
    config: { access: customerAccess('executions:read'), audit: 'none' },
    schema: {
      operationId: 'listSourceGenerations',
      tags: ['Profiles'],
      summary: 'List what was imported of a source',
      description: `The newest first, at most ${mostGenerations}; imports by commands included.`,
      params: SourceParams,
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object(
            {
              generation: Type.Integer(),
              state: Type.Enum([...generationStates]),
              isCurrent: Type.Boolean({
                description: 'It answers. Each data set answers for the CPFs that no later one names.',
              }),
              isRevocable: Type.Boolean({ description: 'A rollback takes this one back.' }),
              edition: Type.Optional(Type.String()),
              dataDate: Type.Optional(Type.String()),
              entries: Type.Optional(Type.Integer()),
              refusedRows: Type.Optional(Type.Record(Type.String(), Type.Integer())),
              failure: Type.Optional(Type.String()),
              startedAt: Timestamp,
              finishedAt: Type.Optional(Timestamp),
            },
            { title: 'SourceGeneration' },
          ),
          { title: 'SourceGenerations', description: 'The imports.' },
        ),
        ...refusals(importErrorCatalogue, 'import_source_unknown'),
      },
    },
    handler: async (request) => {
      const all = await listGenerations(imports.database, parseSource(request.params.source));
      const { items, ...next } = pageOfAll(all, request.query, ({ generation }) => String(generation));
      return { requestId: request.id, ...next, items: items.map((one) => toAnswer(one)) };
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/sources/:source/rollback',
    config: { access: customerAccess('sources:write'), audit: { action: 'source.rollback' } },
    schema: {
      operationId: 'rollBackSource',
      tags: ['Profiles'],
      summary: 'Put the import before in service again',
      description:
        'At once. Of a list, one import can be taken back; of data sets the last one, within a week. Answers which generations are in service, of data sets the newest one.',
      params: SourceParams,
      body: Type.Object(
        {
          edition: Type.Optional(
            Type.String({ maxLength: 20, description: 'Of lists with several editions, such as `2024/RN`.' }),
          ),
        },
        { title: 'RollbackRequest' },
      ),
      response: {
        200: Type.Object(
          { requestId: RequestId, generations: Type.Array(Type.Integer()) },
          { title: 'RollbackAnswer', description: 'The earlier import is in service.' },
        ),
        ...errorResponses(
          pickErrors(importErrorCatalogue, 'import_source_unknown'),
          pickErrors(
            registryErrorCatalogue,
            'registry_no_previous_generation',
            'tax_rollback_impossible',
            'registry_import_running',
          ),
          pickErrors(
            peopleErrorCatalogue,
            'list_rollback_impossible',
            'people_rollback_impossible',
            'people_import_running',
          ),
        ),
      },
    },
    handler: async (request) => {
      const source = parseSource(request.params.source);
      const { edition } = request.body;
      request.auditDetail = toAnswer({ source, edition });
      const generations = await rollBackSource(imports, source, edition);
      request.auditDetail = toAnswer({ source, edition, generation: generations[0]?.toString() });
      return { requestId: request.id, generations: [...generations] };
    },
  });
}

function parseSource(text: string): ImportableSource {
  const source = importableSources.find((name) => name === text);
  if (source === undefined) throw new ImportError('import_source_unknown');
  return source;
}

export type ListSourcesDeps = { readonly listStates: () => Promise<readonly SourceState[]> };

const SourceStateSchema = Type.Object(
  {
    ...sourceStateProperties,
    isDownloadable: Type.Boolean({ description: 'The service knows where it is published.' }),
    isFolder: Type.Boolean({ description: 'An import reads a folder, not one file.' }),
  },
  { title: 'SourceState' },
);

export function listSourcesRoute(app: App, { listStates }: ListSourcesDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/sources',
    config: { access: customerAccess('executions:read'), audit: 'none' },
    schema: {
      operationId: 'listSources',
      tags: ['Profiles'],
      summary: 'List where data come from',
      description:
        'Every list, data set, register and provider: what it is about, the day of its data, its import, its health and its licence.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(SourceStateSchema, { title: 'SourceStates', description: 'Every source.' }),
      },
    },
    handler: async (request) => {
      const { items, ...next } = pageOfAll(await listStates(), request.query, ({ name }) => name);
      return {
        requestId: request.id,
        ...next,
        items: items.map((state) => {
          const source = importableSources.find((name) => name === state.name);
          return {
            ...state,
            isDownloadable: source !== undefined && isDownloadable(source),
            isFolder: source !== undefined && readsFolder(source),
          };
        }),
      };
    },
  });
}
