import { type Db, fromRow, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { createId } from '../platform/ids.ts';
import { historyEntryIdKind, sealedHistory } from './declarations.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    profile_history: ToRow<Omit<HistoryEntry, 'changes'>> & SealedColumns & { profile_id: string };
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
  const { executionId, changedAt, changes } = entry;
  const id = createId(historyEntryIdKind, changedAt.getTime());
  await tx
    .insertInto('profile_history')
    .values({
      ...toRow({ id, profileId, executionId, changedAt }),
      ...sealedHistory.sealJson(cipher, id, changes),
    })
    .execute();
}

/** The changes of a profile's basic data and status, newest first; nothing for a profile that there is not. */
export async function listHistory(
  { db, cipher }: { readonly db: Db; readonly cipher: RecordCipher },
  profileId: string,
  page: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly HistoryEntry[]> {
  let query = db.selectFrom('profile_history').selectAll().where('profile_id', '=', profileId);
  if (page.after !== undefined) query = query.where('id', '<', page.after);
  const rows = await query.orderBy('id', 'desc').limit(page.limit).execute();
  return rows.map((row) => ({
    ...fromRow(row, 'profile_id'),
    changes: sealedHistory.openJson<ProfileChange[]>(cipher, row.id, row),
  }));
}
