import { Type } from '@fastify/type-provider-typebox';
import type { SourceState } from '../../people/index.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { errorResponses } from '../../web/schemas.ts';
import { importableSources, isDownloadable, readsFolder } from '../sources.ts';

export type ListSourcesDeps = { readonly listStates: () => Promise<readonly SourceState[]> };

const SourceStateSchema = Type.Object(
  {
    name: Type.String(),
    subject: Type.Enum(['person', 'company', 'both']),
    kind: Type.Enum(['list', 'data_set', 'registry', 'provider']),
    sources: Type.Array(Type.String(), { description: "Keys in a profile's sources that it fills." }),
    dataDate: Type.Optional(
      Type.String({ description: 'YYYY-MM-DD, YYYY-MM or YYYY: day that the data are of.' }),
    ),
    importedAt: Type.Optional(Type.String({ format: 'date-time' })),
    entries: Type.Optional(Type.Integer()),
    health: Type.Enum(['ok', 'old', 'missing', 'failing', 'unasked'], {
      description: 'old: older than maxAgeDays; missing: not imported; failing or unasked: a provider.',
    }),
    ageDays: Type.Optional(Type.Integer({ description: 'Since the day of the data, or the import.' })),
    maxAgeDays: Type.Optional(Type.Integer()),
    licence: Type.String(),
    isDownloadable: Type.Boolean({ description: 'The service knows where it is published.' }),
    isFolder: Type.Boolean({ description: 'An import reads a folder, not one file.' }),
  },
  { title: 'SourceState' },
);

/** GET /v1/sources: where data come from, how old they are and how they do. Tells nothing of anybody. */
export function listSourcesRoute(app: App, { listStates }: ListSourcesDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/sources',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'executions:read' },
      audit: 'none',
    },
    schema: {
      operationId: 'listSources',
      tags: ['Profiles'],
      summary: 'List where data come from',
      description:
        'Every list, data set, register and provider: what it is about, the day of its data, its import, its health and its licence.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(SourceStateSchema, { title: 'SourceStates', description: 'Every source.' }),
        ...errorResponses(),
      },
    },
    handler: async (request) => {
      const { items, ...next } = pageOfAll(await listStates(), request.query, ({ name }) => name);
      return {
        requestId: request.id,
        ...next,
        items: items.map(({ importedAt, sources, ...state }) => {
          const source = importableSources.find((name) => name === state.name);
          return {
            ...state,
            sources: [...sources],
            ...(importedAt !== undefined && { importedAt: importedAt.toISOString() }),
            isDownloadable: source !== undefined && isDownloadable(source),
            isFolder: source !== undefined && readsFolder(source),
          };
        }),
      };
    },
  });
}
