import { decodeCursor, encodeCursor } from '../platform/cursors.ts';
import { type Db, fromRow, type ToRow, type Tx } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { createId } from '../platform/ids.ts';
import { historyEntryIdKind, sealedHistory } from './declarations.ts';

type ProfileHistoryTable = ToRow<Omit<HistoryEntry, 'changes'>> & SealedColumns & { profile_id: string };

declare module '../platform/db/tables.ts' {
  interface Tables {
    profile_history: ProfileHistoryTable;
  }
}

/** One field that changed: `status`, `basicData.` and the field's name, or `lists.` and a source. Absent means that there was or is none. */
export type ProfileChange = { readonly path: string; readonly from?: unknown; readonly to?: unknown };

/** The changes of one execution to a profile. */
export type HistoryEntry = {
  readonly id: string;
  readonly changedAt: Date;
  readonly executionId: string;
  readonly changes: readonly ProfileChange[];
};

export async function insertHistory(
  tx: Tx,
  cipher: RecordCipher,
  profileId: string,
  entry: Omit<HistoryEntry, 'id'>,
): Promise<void> {
  const id = createId(historyEntryIdKind, entry.changedAt.getTime());
  await tx
    .insertInto('profile_history')
    .values({
      id,
      profile_id: profileId,
      execution_id: entry.executionId,
      changed_at: entry.changedAt,
      ...sealedHistory.sealJson(cipher, id, entry.changes),
    })
    .execute();
}

/** A profile's history, newest first. */
async function findHistory(
  db: Db,
  cipher: RecordCipher,
  profileId: string,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly HistoryEntry[]> {
  let query = db.selectFrom('profile_history').selectAll().where('profile_id', '=', profileId);
  if (page.after !== undefined) query = query.where('id', '<', page.after);
  const rows = await query.orderBy('id', 'desc').limit(page.limit).execute();
  return rows.map((row) => ({
    ...fromRow(row, 'profile_id'),
    changes: sealedHistory.openJson<ProfileChange[]>(cipher, row.id, row),
  }));
}

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
  const after = decodeCursor(query.cursor, /^his_\w{1,80}$/)?.[0];
  const found = await findHistory(deps.db, deps.cipher, profileId, { after, limit: query.limit + 1 });
  const entries = found.slice(0, query.limit);
  return { entries, nextCursor: found.length > query.limit ? encodeCursor(entries.at(-1)!.id) : undefined };
}
