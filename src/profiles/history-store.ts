import type { Db, Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { createId } from '../platform/ids.ts';
import { historyEntryIdKind, sealedHistory } from './module.ts';

type ProfileHistoryTable = {
  id: string;
  profile_id: string;
  execution_id: string;
  changed_at: Date;
  key_id: string;
  wrapped_key: Uint8Array;
  ciphertext: Uint8Array;
};

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

/** Adds an entry to a profile's history. */
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
export async function findHistory(
  db: Db,
  cipher: RecordCipher,
  profileId: string,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly HistoryEntry[]> {
  let query = db.selectFrom('profile_history').selectAll().where('profile_id', '=', profileId);
  if (page.after !== undefined) query = query.where('id', '<', page.after);
  const rows = await query.orderBy('id', 'desc').limit(page.limit).execute();
  return rows.map((row) => {
    return {
      id: row.id,
      changedAt: row.changed_at,
      executionId: row.execution_id,
      changes: sealedHistory.openJson<ProfileChange[]>(cipher, row.id, row),
    };
  });
}
