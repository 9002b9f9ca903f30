import { type Db, fromRow, type ToRow, toRow } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { toKeptAnswer } from '../profile-sources-store.ts';
import type { SubjectKind } from '../types.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    rescreenings: ToRow<Rescreening>;
  }
}

/** The progress through the profiles for one version of a source. */
export type Rescreening = {
  readonly source: string;
  readonly subject: SubjectKind;
  readonly version: string;
  /** The last profile that was looked at; empty before the first. */
  readonly afterProfile: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | undefined;
  readonly screenedCount: number;
  /** Profiles that an execution was started for. */
  readonly changedCount: number;
};

/** The newest going-through for a source; undefined when there was none. */
export async function findRescreening(
  db: Db,
  source: string,
  subject: SubjectKind,
): Promise<Rescreening | undefined> {
  const row = await db
    .selectFrom('rescreenings')
    .selectAll()
    .where('source', '=', source)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Notes how far it went, in place of what was noted before. */
export async function noteRescreening(db: Db, one: Rescreening): Promise<void> {
  const { source, subject, ...values } = one;
  await db
    .insertInto('rescreenings')
    .values(toRow(one))
    .onConflict((conflict) => conflict.columns(['source', 'subject']).doUpdateSet(toRow(values)))
    .execute();
}

/** An answer of a source about a profile. */
export type AnswerOfProfile = ReturnType<typeof toKeptAnswer>;

/** Profiles that a source has answered about, after one of them in the order of their ids. */
export async function listAnswersOfSource(
  db: Db,
  cipher: RecordCipher,
  page: { readonly source: string; readonly after: string; readonly limit: number },
): Promise<readonly AnswerOfProfile[]> {
  const rows = await db
    .selectFrom('profile_sources')
    .selectAll()
    .where('source', '=', page.source)
    .where('profile_id', '>', page.after)
    .orderBy('profile_id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => toKeptAnswer(cipher, row));
}

/** True if an execution that a changed list started is still under way. */
export async function hasOpenImportExecution(db: Db, profileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('executions')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('origin', '=', 'IMPORT')
    .where('completed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
