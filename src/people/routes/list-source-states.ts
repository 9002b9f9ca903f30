import { Type } from '@fastify/type-provider-typebox';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import type { SourceState } from '../source-states.ts';

export type ListSourcesDeps = { readonly listStates: () => Promise<readonly SourceState[]> };

const SourceStateSchema = Type.Object(
  {
    name: Type.String(),
    subject: Type.String({ description: 'person, company or both.' }),
    kind: Type.String({ description: 'list, data-set, registry or provider.' }),
    sources: Type.Array(Type.String(), { description: "Keys in a profile's sources that it fills." }),
    dataDate: Type.Optional(
      Type.String({ description: 'YYYY-MM-DD, YYYY-MM or YYYY: day that the data are of.' }),
    ),
    importedAt: Type.Optional(Type.String({ format: 'date-time' })),
    entries: Type.Optional(Type.Integer()),
    health: Type.String({
      description: 'ok; old: older than maxAgeDays; missing: not imported; failing or unasked: a provider.',
    }),
    ageDays: Type.Optional(Type.Integer({ description: 'Since the day of the data, or the import.' })),
    maxAgeDays: Type.Optional(Type.Integer()),
    licence: Type.String(),
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
      response: {
        200: Type.Object(
          { requestId: RequestId, items: Type.Array(SourceStateSchema) },
          { title: 'SourceStates', description: 'Every source.' },
        ),
        ...errorResponses(),
      },
    },
    handler: async (request) => ({
      requestId: request.id,
      items: (await listStates()).map(({ importedAt, sources, ...state }) => ({
        ...state,
        sources: [...sources],
        ...(importedAt !== undefined && { importedAt: importedAt.toISOString() }),
      })),
    }),
  });
}
