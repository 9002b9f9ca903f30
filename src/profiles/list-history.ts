import { decodeCursor, encodeCursor } from '../platform/cursors.ts';
import type { Db } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { findHistory, type HistoryEntry } from './history-store.ts';

export type HistoryPage = {
  readonly entries: readonly HistoryEntry[];
  /** Where the next page begins; undefined on the last one. */
  readonly nextCursor: string | undefined;
};

/**
 * A page of what changed in a profile's basic data and status, newest first; empty for a profile that nothing
 * changed in, or that there is not. Throws `cursor_invalid`.
 */
export async function listHistory(
  deps: { readonly db: Db; readonly cipher: RecordCipher },
  profileId: string,
  query: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<HistoryPage> {
  const after = decodeCursor(query.cursor, /^[\w-]{1,80}$/)?.[0];
  const found = await findHistory(deps.db, deps.cipher, profileId, { after, limit: query.limit + 1 });
  const entries = found.slice(0, query.limit);
  return { entries, nextCursor: found.length > query.limit ? encodeCursor(entries.at(-1)!.id) : undefined };
}
