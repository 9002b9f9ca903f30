import { type Db, fromRow, type ToRow } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { sealedAnswer } from './declarations.ts';
import type { Consultation } from './types.ts';

type ProfileSourcesTable = ToRow<Omit<KeptAnswer, 'knowledge'>> &
  SealedColumns & { id: string; profile_id: string; execution_id: string };

declare module '../platform/db/tables.ts' {
  interface Tables {
    profile_sources: ProfileSourcesTable;
  }
}

export type SourceKnowledge = Omit<Extract<Consultation, { outcome: 'found' }>, 'outcome' | 'version'>;

/** The newest answer of a source on a profile. */
export type KeptAnswer = {
  readonly source: string;
  readonly outcome: 'found' | 'absent';
  readonly consultedAt: Date;
  /** The newest thing it knew, and since when; of an earlier answer when the newest one knew nothing. */
  readonly knowledge: SourceKnowledge | undefined;
  readonly foundAt: Date | undefined;
  readonly version: string | undefined;
};

/**
 * Keeps the answer of a source on a profile in place of the one before. An answer without knowledge leaves what was
 * known; one that is older than what is kept changes nothing.
 */
export async function keepAnswer(
  db: Db,
  cipher: RecordCipher,
  profileId: string,
  executionId: string,
  answer: Omit<KeptAnswer, 'foundAt'>,
): Promise<void> {
  const id = `${profileId}:${answer.source}`;
  const isFound = answer.outcome === 'found';
  const progress = {
    outcome: answer.outcome,
    consulted_at: answer.consultedAt,
    version: answer.version ?? null,
    execution_id: executionId,
  };
  const knowledge = {
    found_at: isFound ? answer.consultedAt : null,
    ...sealedAnswer.sealJson(cipher, id, isFound ? answer.knowledge : null),
  };
  await db
    .insertInto('profile_sources')
    .values({ id, profile_id: profileId, source: answer.source, ...progress, ...knowledge })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(isFound ? { ...progress, ...knowledge } : progress)
        .where('profile_sources.consulted_at', '<=', answer.consultedAt),
    )
    .execute();
}

/** The newest answers of all sources on a profile. */
export async function findAnswers(
  db: Db,
  cipher: RecordCipher,
  profileId: string,
): Promise<readonly (KeptAnswer & { readonly executionId: string })[]> {
  const rows = await db
    .selectFrom('profile_sources')
    .selectAll()
    .where('profile_id', '=', profileId)
    .orderBy('source')
    .execute();
  return rows.map((row) => {
    const { answer, executionId } = toKeptAnswer(cipher, row);
    return { ...answer, executionId };
  });
}

/** An answer that a source gave about a profile, with the execution that it was for. */
export function toKeptAnswer(cipher: RecordCipher, row: ProfileSourcesTable) {
  const { profileId, executionId, ...answer } = fromRow(row, 'id');
  const knowledge = sealedAnswer.openJson<SourceKnowledge | null>(cipher, row.id, row) ?? undefined;
  return { profileId, executionId, answer: { ...answer, knowledge } satisfies KeptAnswer };
}
