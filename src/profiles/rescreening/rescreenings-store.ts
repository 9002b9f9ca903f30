import type { Selectable } from 'kysely';
import { type Db, fromRow, type ToRow } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { sealedAnswer } from '../declarations.ts';
import { type KeptAnswer, type SourceKnowledge, toKeptAnswer } from '../profile-sources-store.ts';
import type { SubjectKind } from '../types.ts';

type RescreeningsTable = ToRow<Omit<Rescreening, 'after' | 'screened' | 'changed'>> & {
  after_profile: string;
  screened_count: number;
  changed_count: number;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    rescreenings: RescreeningsTable;
  }
}

/** The progress through the profiles for one version of a source. */
export type Rescreening = {
  readonly source: string;
  readonly subject: SubjectKind;
  readonly version: string;
  /** The last profile that was looked at; empty before the first. */
  readonly after: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | undefined;
  readonly screened: number;
  /** Profiles that an execution was started for. */
  readonly changed: number;
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
  return row && toRescreening(row);
}

/** Notes how far it went, in place of what was noted before. */
export async function noteRescreening(db: Db, one: Rescreening): Promise<void> {
  const values = {
    version: one.version,
    after_profile: one.after,
    started_at: one.startedAt,
    finished_at: one.finishedAt ?? null,
    screened_count: one.screened,
    changed_count: one.changed,
  };
  await db
    .insertInto('rescreenings')
    .values({ source: one.source, subject: one.subject, ...values })
    .onConflict((conflict) => conflict.columns(['source', 'subject']).doUpdateSet(values))
    .execute();
}

/** An answer that a source gave about a profile, with the execution that it was for. */
export type AnswerOfProfile = {
  readonly profileId: string;
  readonly executionId: string;
  readonly answer: KeptAnswer;
};

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
  return rows.map((row) => ({
    profileId: row.profile_id,
    executionId: row.execution_id,
    answer: toKeptAnswer(row, sealedAnswer.openJson<SourceKnowledge | null>(cipher, row.id, row)),
  }));
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

function toRescreening(row: Selectable<RescreeningsTable>): Rescreening {
  const { after_profile: after, screened_count, changed_count, ...own } = row;
  return { ...fromRow(own), after, screened: Number(screened_count), changed: Number(changed_count) };
}
