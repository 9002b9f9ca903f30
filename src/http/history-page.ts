import { type Static, Type } from '@fastify/type-provider-typebox';
import type { HistoryPage } from '../profiles/index.ts';
import { LimitQuery, readLimit } from './read-limit.ts';
import { RequestId } from './schemas.ts';

const usualEntries = 20;
const mostEntries = 100;

/** Which page of a history is asked for. */
export const HistoryQuery = Type.Object({
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
  limit: LimitQuery(usualEntries, mostEntries),
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
      Type.Object({
        id: Type.String(),
        changedAt: Type.String({ format: 'date-time' }),
        executionId: Type.String({ description: 'The execution that changed it.' }),
        changes: Type.Array(
          Type.Object({
            path: Type.String({ description: '`status`, or `basicData.` and a field.' }),
            from: Type.Optional(Type.Unknown()),
            to: Type.Optional(Type.Unknown()),
          }),
        ),
      }),
    ),
    nextCursor: Type.Optional(Type.String()),
  },
  { description: 'Changes, newest first.' },
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
