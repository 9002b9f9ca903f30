import { Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import { ListSchema } from '../../web/lists.ts';
import { Timestamp } from '../../web/schemas.ts';
import type { HistoryPage } from '../history-store.ts';

/** A page of what changed in a profile, of a person or a company alike. */
export const HistoryPageSchema = ListSchema(
  Type.Object(
    {
      id: Type.String(),
      profileId: Type.String({ description: 'per_... or com_...' }),
      changedAt: Timestamp,
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
  { title: 'HistoryPage', description: 'Changes, newest first.' },
);

export function representHistory(requestId: string, profileId: string, { entries, nextCursor }: HistoryPage) {
  return {
    requestId,
    items: entries.map((entry) => toAnswer({ ...entry, profileId })),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}
