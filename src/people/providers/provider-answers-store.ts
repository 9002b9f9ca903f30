import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { type Db, deleteRows, type Tx } from '../../platform/db/index.ts';
import type { Cpf } from '../../platform/documents.ts';
import {
  defineSealedColumns,
  type RecordCipher,
  type SealedColumns,
} from '../../platform/encryption/index.ts';
import type { JobOutcome } from '../../platform/jobs/index.ts';
import type { CpfIndex } from '../keyed-indexes.ts';
import type { ProviderDescription } from './provider-description.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    source_provider_answers: SealedColumns & {
      id: string;
      provider: string;
      subject_index: Uint8Array;
      fetched_at: Date;
    };
  }
}

export const sealedProviderAnswer = defineSealedColumns('source_provider_answers', {
  prefix: 'provider-answer',
});

type Key = {
  readonly provider: string;
  /** Keyed hash of what was asked. */
  readonly question: Uint8Array;
  /** Keyed hash of whom it was about. */
  readonly subjectIndex: Uint8Array;
  readonly subject: 'person' | 'company';
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
  return sealedProviderAnswer.openJson(cipher, row.id, row);
}

/**
 * Stores a sealed answer and replaces the previous one. For a person without a row it stores nothing: an answer that
 * arrives after an erasure is dropped.
 */
export async function keepProviderAnswer(
  db: Db,
  cipher: RecordCipher,
  key: Key,
  answer: object,
  now: Date,
): Promise<void> {
  const id = idOf(key);
  const sealed = sealedProviderAnswer.sealJson(cipher, id, answer);
  // The lock waits for an erasure under way, which takes the CPF's index out of the row.
  const person = sql`(select from people where cpf_index = ${key.subjectIndex} for key share) as person`;
  const company = sql`(select) as company`;
  await sql`
    insert into source_provider_answers
      (id, provider, subject_index, fetched_at, key_id, wrapped_key, ciphertext)
    select ${id}::text, ${key.provider}::text, ${key.subjectIndex}::bytea, ${now}::timestamptz,
           ${sealed.key_id}::text, ${sealed.wrapped_key}::bytea, ${sealed.ciphertext}::bytea
      from ${key.subject === 'person' ? person : company}
    on conflict (id) do update
      set fetched_at = excluded.fetched_at, key_id = excluded.key_id, wrapped_key = excluded.wrapped_key,
          ciphertext = excluded.ciphertext`.execute(db);
}

/** The answers about a CPF by their ids, for the person's copy. */
export async function listProviderAnswers(
  db: Db,
  { cipher, cpfIndex }: { readonly cipher: RecordCipher; readonly cpfIndex: CpfIndex },
  cpf: Cpf,
  page: { readonly after: string | undefined; readonly limit: number },
) {
  const rows = await db
    .selectFrom('source_provider_answers')
    .selectAll()
    .where('subject_index', '=', cpfIndex(cpf))
    .where('id', '>', page.after ?? '')
    .orderBy('id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    fetchedAt: row.fetched_at,
    answer: sealedProviderAnswer.openJson<unknown>(cipher, row.id, row),
  }));
}

/** Removes the answers of a provider that came before a moment, when nothing uses them any more. Gives how many. */
async function deleteOldProviderAnswers(db: Db, provider: string, before: Date): Promise<number> {
  const all = db.deleteFrom('source_provider_answers').where('provider', '=', provider);
  return await deleteRows(all.where('fetched_at', '<', before));
}

/** Removes the answers of all providers but these. Gives how many. */
async function deleteOtherProviderAnswers(db: Db, providers: readonly string[]): Promise<number> {
  const all = db.deleteFrom('source_provider_answers');
  return await deleteRows(providers.length === 0 ? all : all.where('provider', 'not in', providers));
}

/** Removes the provider answers about a subject, for an erasure. */
export async function deleteProviderAnswers(tx: Tx, subjectIndex: Uint8Array): Promise<number> {
  return await deleteRows(tx.deleteFrom('source_provider_answers').where('subject_index', '=', subjectIndex));
}

function idOf({ provider, question }: Key): string {
  return `${provider}/${Buffer.from(question).toString('hex')}`;
}

/** Forgets answers of providers that are past their time, and those of providers that are not asked any more. */
export async function purgeProviderAnswers(
  deps: { readonly db: Db; readonly clock: Clock },
  providers: readonly Pick<ProviderDescription, 'name' | 'cacheSeconds'>[],
): Promise<JobOutcome> {
  const now = deps.clock.now().getTime();
  for (const { name, cacheSeconds } of providers) {
    await deleteOldProviderAnswers(deps.db, name, new Date(now - cacheSeconds * 1_000));
  }
  await deleteOtherProviderAnswers(
    deps.db,
    providers.map(({ name }) => name),
  );
  return { outcome: 'done' };
}
