import { Type } from '@fastify/type-provider-typebox';
import type { OpenDatabase } from '../../platform/db/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { RequestId } from '../../web/schemas.ts';
import type { Generation } from '../generations-store.ts';
import { getRegistryStatus } from '../get-registry-status.ts';

export type GetRegistryDeps = { readonly registry: Pick<OpenDatabase, 'db'> };

const Counts = Type.Record(Type.String(), Type.Integer());

const GenerationSchema = Type.Object(
  {
    generation: Type.Integer(),
    state: Type.Enum(['ready', 'loading', 'failed', 'pruned']),
    dataMonth: Type.String({ description: 'YYYY-MM' }),
    isWholeCountry: Type.Boolean(),
    startedAt: Type.String({ format: 'date-time' }),
    finishedAt: Type.Optional(Type.String({ format: 'date-time' })),
    counts: Type.Optional(Type.Record(Type.String(), Type.Integer(), { description: 'Rows by table.' })),
    refusedRows: Type.Optional(
      Type.Object({
        rows: Type.Integer({ description: 'Rows that could not be imported.' }),
        byReason: Counts,
      }),
    ),
    changes: Type.Optional(
      Type.Object(
        {
          sinceGeneration: Type.Integer(),
          opened: Type.Integer({ description: 'Numbers that the earlier month had not.' }),
          removed: Type.Integer({ description: 'Numbers that only the earlier month had.' }),
          closed: Type.Integer({
            description: 'Establishments closed since the previous month (status 08).',
          }),
          statusChanged: Type.Integer({
            description: 'Establishments whose status changed, including closed ones.',
          }),
        },
        {
          title: 'RegistryChanges',
          description: 'Establishments, against the month in service before. Absent for the first.',
        },
      ),
    ),
    failure: Type.Optional(Type.String({ description: 'Code of the error that ended the import.' })),
  },
  { title: 'RegistryGeneration' },
);

export function getRegistryRoute(app: App, { registry }: GetRegistryDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/registry',
    config: { access: customerAccess('companies:read'), audit: 'none' },
    schema: {
      operationId: 'getRegistry',
      tags: ['Profiles'],
      summary: 'Read which month of the registry of companies answers',
      description:
        'The month in service, what it holds, what changed since the month before, and every import.',
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            isImported: Type.Boolean(),
            dataMonth: Type.Optional(Type.String({ description: 'YYYY-MM of the month in service.' })),
            current: Type.Optional(
              Type.Object(
                {
                  ...GenerationSchema.properties,
                  inServiceSince: Type.String({ format: 'date-time' }),
                  sizeBytes: Type.Integer({ description: 'Tables and indexes on disk.' }),
                },
                { title: 'CurrentRegistryGeneration' },
              ),
            ),
            generations: Type.Array(GenerationSchema, { description: 'Every import, the newest first.' }),
          },
          {
            title: 'Registry',
            description: 'The data of the registry. Without `current` nothing was ever imported.',
          },
        ),
      },
    },
    handler: async (request) => {
      const { current, generations } = await getRegistryStatus(registry);
      return toAnswer({
        requestId: request.id,
        isImported: current !== undefined,
        dataMonth: current?.dataMonth,
        current: current && {
          ...represent(current),
          inServiceSince: current.switchedAt.toISOString(),
          sizeBytes: current.sizeBytes,
        },
        generations: generations.map(represent),
      });
    },
  });
}

function represent({ id, state, dataMonth, selection, startedAt, finishedAt, ...rest }: Generation) {
  const { rowCounts, refusedRows, changes, failure } = rest;
  return toAnswer({
    generation: id,
    state,
    dataMonth,
    isWholeCountry: selection === undefined,
    startedAt,
    finishedAt,
    counts: rowCounts,
    failure,
    refusedRows: refusedRows && {
      rows: Object.values(refusedRows).reduce((sum, count) => sum + count, 0),
      byReason: { ...refusedRows },
    },
    changes: changes && toChanges(changes),
  });
}

function toChanges({ since, ...counts }: NonNullable<Generation['changes']>) {
  return { sinceGeneration: since, ...counts };
}
