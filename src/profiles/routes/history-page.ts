import { Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import { cutPage, ListSchema, readPage } from '../../web/lists.ts';
import { Timestamp } from '../../web/schemas.ts';
import type { HistoryEntry } from '../history-store.ts';

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

/** The page of a history that a query asks for, with one entry more. Throws `request_invalid`, `cursor_invalid`. */
export function readHistoryPage(query: Parameters<typeof readPage>[0]) {
  const { after, limit } = readPage(query, /^his_\w{1,80}$/);
  return { after, limit: limit + 1 };
}

export function representHistory(
  requestId: string,
  { id: profileId, entries }: { readonly id: string; readonly entries: readonly HistoryEntry[] },
  { limit }: ReturnType<typeof readHistoryPage>,
) {
  const { items, ...next } = cutPage(entries, limit - 1, ({ id }) => id);
  return { requestId, ...next, items: items.map((entry) => toAnswer({ ...entry, profileId })) };
}
