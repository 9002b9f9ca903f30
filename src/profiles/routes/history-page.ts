import { type Static, Type } from '@fastify/type-provider-typebox';
import { PageQuery, readLimit } from '../../web/read-limit.ts';
import { RequestId } from '../../web/schemas.ts';
import type { HistoryPage } from '../list-history.ts';

const usualEntries = 20;
const mostEntries = 100;

/** Which page of a history is asked for. */
export const HistoryQuery = Type.Object({
  ...PageQuery(usualEntries, mostEntries),
});

/** The page that a query asks for. Throws `request_invalid` beyond the limits. */
export function readHistoryQuery({ cursor, limit }: Static<typeof HistoryQuery>) {
  return { cursor, limit: readLimit(limit, usualEntries, mostEntries) };
}

/** A page of what changed in a profile, of a person or a company alike. */
export const HistoryPageSchema = Type.Object(
  {
    requestId: RequestId,
    id: Type.String({ description: 'per_... or com_...' }),
    items: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          changedAt: Type.String({ format: 'date-time' }),
          executionId: Type.String({ description: 'The execution that changed it.' }),
          changes: Type.Array(
            Type.Object({
              path: Type.String({
                description:
                  '`status`, `basicData.` and a field, or `lists.` and a source: entries of lists that it lost (`from`) and gained (`to`), with list and basis.',
              }),
              from: Type.Optional(Type.Unknown()),
              to: Type.Optional(Type.Unknown()),
            }),
          ),
        },
        { title: 'HistoryEntry' },
      ),
    ),
    nextCursor: Type.Optional(Type.String()),
  },
  { title: 'HistoryPage', description: 'Changes, newest first.' },
);

/** A page of history as it is answered. */
export function representHistory(requestId: string, id: string, { entries, nextCursor }: HistoryPage) {
  return {
    requestId,
    id,
    items: entries.map((entry) => ({
      id: entry.id,
      changedAt: entry.changedAt.toISOString(),
      executionId: entry.executionId,
      changes: [...entry.changes],
    })),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}
