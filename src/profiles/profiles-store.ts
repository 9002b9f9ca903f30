import { type Generated, sql } from 'kysely';
import { type Db, fromRow, type Tx } from '../platform/db/index.ts';
import { type Cnpj, parseCnpj } from '../platform/documents.ts';
import { erasedColumns, type RecordCipher, type SealedColumns } from '../platform/encryption/index.ts';
import { sealedDocument, sealedState } from './declarations.ts';
import type { ProfileState, ProfileStatus, Subject, SubjectKind } from './types.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    profiles: {
      id: string;
      subject: SubjectKind;
      cnpj: Generated<string | null>;
      status: ProfileStatus;
      document: Generated<string | null>;
      structure: Generated<string | null>;
      key_id: Generated<string | null>;
      wrapped_key: Generated<Uint8Array | null>;
      ciphertext: Generated<Uint8Array | null>;
      registry_generation: Generated<number | null>;
      name_words: Generated<string[] | null>;
      created_at: Date;
      updated_at: Date;
    };
    profile_states: SealedColumns & { profile_id: string };
  }
}

/** A profile as executions work on it: its row locked until the transaction ends. */
export type LockedProfile = {
  readonly id: string;
  readonly subject: SubjectKind;
  readonly cnpj: Cnpj | undefined;
  readonly status: ProfileStatus;
  /** Empty for a profile made now. */
  readonly state: ProfileState;
  readonly registryGeneration: number | undefined;
};

/**
 * Writes a new profile with its first document. Leaves one that exists as it is, and waits for nobody but another
 * transaction that is just making it.
 */
export async function insertProfile(
  tx: Tx,
  cipher: RecordCipher,
  subject: Subject,
  { document, structure = null }: { readonly document: string; readonly structure?: string | null },
  now: Date,
): Promise<void> {
  const content =
    subject.kind === 'person'
      ? sealedDocument.seal(cipher, subject.id, document)
      : { cnpj: subject.cnpj, document, structure };
  await tx
    .insertInto('profiles')
    .values({
      id: subject.id,
      subject: subject.kind,
      status: 'PROCESSING',
      ...content,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * An existing profile, locked until the transaction ends; undefined when there is none. Other transactions can still
 * write rows that refer to it.
 */
export async function lockProfile(
  tx: Tx,
  cipher: RecordCipher,
  id: string,
): Promise<LockedProfile | undefined> {
  const row = await tx
    .selectFrom('profiles')
    .select(['id', 'subject', 'cnpj', 'status', 'registry_generation'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...fromRow(row),
    cnpj: parseCnpj(row.cnpj),
    // After the lock: a join would show the state as it was before whoever held it wrote.
    state: await findProfileState(tx, cipher, id),
  };
}

/** The state that executions left a profile in; empty for one that none has run on. */
export async function findProfileState(db: Db, cipher: RecordCipher, id: string): Promise<ProfileState> {
  const state = await db
    .selectFrom('profile_states')
    .selectAll()
    .where('profile_id', '=', id)
    .executeTakeFirst();
  if (state === undefined) return { fields: {}, executions: [] };
  return sealedState.openJson<ProfileState>(cipher, id, state);
}

/** The kind of a profile's subject, and a company's number; undefined when there is no such profile. */
export async function findProfileSubject(
  db: Db,
  id: string,
): Promise<{ readonly subject: SubjectKind; readonly cnpj: Cnpj | undefined } | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select(['subject', 'cnpj'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { subject: row.subject, cnpj: parseCnpj(row.cnpj) };
}

export type ProfileUpdate = {
  readonly status: ProfileStatus;
  readonly state: ProfileState;
  readonly document: string;
  /** Companies only. */
  readonly structure: string | undefined;
  readonly registryGeneration: number | undefined;
  /** People only: what the name is found by; see `createNameIndex`. */
  readonly nameWords: readonly string[] | undefined;
};

/** Writes a locked profile: state, and the answer ready to be sent, sealed for a person. */
export async function updateProfile(
  tx: Tx,
  cipher: RecordCipher,
  profile: Pick<LockedProfile, 'id' | 'subject'>,
  update: ProfileUpdate,
  now: Date,
): Promise<void> {
  const isPerson = profile.subject === 'person';
  const columns = sealedState.sealJson(cipher, profile.id, update.state);
  await tx
    .with('updated', (query) =>
      query
        .updateTable('profiles')
        .set({
          status: update.status,
          document: isPerson ? null : update.document,
          structure: update.structure ?? null,
          ...(isPerson ? sealedDocument.seal(cipher, profile.id, update.document) : erasedColumns),
          registry_generation: update.registryGeneration ?? null,
          name_words: update.nameWords === undefined ? null : [...update.nameWords],
          updated_at: now,
        })
        .where('id', '=', profile.id),
    )
    .insertInto('profile_states')
    .values({ profile_id: profile.id, ...columns })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(columns))
    .execute();
}

/**
 * The ids of people whose profile's name has all of these words, some at a time in the order of their ids, which is that
 * of their creation. A word that many have is a word of many pages.
 */
export async function findPeopleByName(
  db: Db,
  words: readonly string[],
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('id')
    .where(sql<boolean>`name_words @> ${[...words]}::text[]`)
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
