import type { Db, Tx } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    source_provider_answers: {
      id: string;
      provider: string;
      subject_index: Uint8Array;
      fetched_at: Date;
      key_id: string;
      wrapped_key: Uint8Array;
      ciphertext: Uint8Array;
    };
  }
}

/** The context that an answer is sealed with. */
export function providerAnswerContext(id: string): string {
  return `provider-answer:${id}`;
}

type Key = {
  readonly provider: string;
  /** Keyed hash of what was asked. */
  readonly question: Uint8Array;
  /** Keyed hash of whom it was about. */
  readonly subjectIndex: Uint8Array;
};

/** The last answer to a question that came after `since`, opened. */
export async function findProviderAnswer(
  db: Db,
  cipher: RecordCipher,
  key: Key,
  since: Date,
): Promise<unknown> {
  const row = await db
    .selectFrom('source_provider_answers')
    .select(['id', 'key_id', 'wrapped_key', 'ciphertext'])
    .where('id', '=', idOf(key))
    .where('fetched_at', '>', since)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const sealed = { keyId: row.key_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext };
  return JSON.parse(Buffer.from(cipher.open(sealed, providerAnswerContext(row.id))).toString());
}

/** Keeps an answer, sealed, in the place of the one before. */
export async function keepProviderAnswer(
  db: Db,
  cipher: RecordCipher,
  key: Key,
  answer: object,
  now: Date,
): Promise<void> {
  const id = idOf(key);
  const sealed = cipher.seal(Buffer.from(JSON.stringify(answer)), providerAnswerContext(id));
  const values = {
    fetched_at: now,
    key_id: sealed.keyId,
    wrapped_key: sealed.wrappedKey,
    ciphertext: sealed.ciphertext,
  };
  await db
    .insertInto('source_provider_answers')
    .values({ id, provider: key.provider, subject_index: key.subjectIndex, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** Removes what providers answered about a subject; for whoever erases a person. */
export async function deleteProviderAnswers(tx: Tx, subjectIndex: Uint8Array): Promise<number> {
  const result = await tx
    .deleteFrom('source_provider_answers')
    .where('subject_index', '=', subjectIndex)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function idOf({ provider, question }: Key): string {
  return `${provider}/${Buffer.from(question).toString('hex')}`;
}
