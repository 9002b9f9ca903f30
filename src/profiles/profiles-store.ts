import type { Generated } from 'kysely';
import { type Db, gatherReads, type Tx } from '../platform/db/index.ts';
import { type Cnpj, parseCnpj } from '../platform/documents/index.ts';
import type { RecordCipher, SealedRecord } from '../platform/encryption/index.ts';
import { createId } from '../platform/ids.ts';
import type { ProfileState } from './profile-state.ts';
import { profileContext, profileStateContext } from './sealed-tables.ts';
import type { ProfileStatus, SubjectKind } from './types.ts';

type ProfilesTable = {
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
  created_at: Date;
  updated_at: Date;
};

type ProfileStatesTable = {
  profile_id: string;
  key_id: string;
  wrapped_key: Uint8Array;
  ciphertext: Uint8Array;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    profiles: ProfilesTable;
    profile_states: ProfileStatesTable;
  }
}

/** A company's profile as it is answered: JSON texts of objects, neither with a `requestId`. */
export type CompanyDocument = {
  readonly id: string;
  readonly status: ProfileStatus;
  /** `{"id","status","cnpj","basicData"?,"executions"}` */
  readonly document: string;
  /** `{"onboarding","qsa","sources"}`; undefined when it was not asked for. */
  readonly structure: string | undefined;
  /** The registry's generation that the document was made from. */
  readonly registryGeneration: number | undefined;
  /** The generation in service, read at the same moment; undefined before the first import. */
  readonly currentGeneration: number | undefined;
};

type CompanyDocumentRow = {
  readonly id: string;
  readonly status: ProfileStatus;
  readonly document: string | null;
  readonly structure?: string | null;
  readonly registry_generation: number | null;
  readonly current_generation: number | null;
};

/** What every read of a company runs. */
const companyReads = {
  cnpj: { plain: readCompanyBy('cnpj', ''), whole: readCompanyBy('cnpj', 'structure,') },
  id: { plain: readCompanyBy('id', ''), whole: readCompanyBy('id', 'structure,') },
};

function readCompanyBy(column: 'cnpj' | 'id', structure: string) {
  return gatherReads<CompanyDocumentRow>(`select id, status, document, ${structure} registry_generation,
    (select generation from registry_current) as current_generation
    from profiles where ${column} = wanted.key and subject = 'company'`);
}

/**
 * A company's stored profile by primary key or unique index, in one statement; undefined when there is none.
 * `structure` says whether the part is wanted that is sent on request only.
 */
export async function readCompanyDocument(
  db: Db,
  by: { readonly cnpj: Cnpj } | { readonly id: string },
  options: { readonly structure: boolean } = { structure: true },
): Promise<CompanyDocument | undefined> {
  const part = options.structure ? 'whole' : 'plain';
  const row =
    'cnpj' in by ? await companyReads.cnpj[part](db, by.cnpj) : await companyReads.id[part](db, by.id);
  if (row?.document == null) return undefined;
  return {
    id: row.id,
    status: row.status,
    document: row.document,
    structure: row.structure ?? undefined,
    registryGeneration: row.registry_generation ?? undefined,
    currentGeneration: row.current_generation ?? undefined,
  };
}

/** A person as stored: who it is, sealed, and the profile when an execution made one. */
export type PersonDocument = {
  readonly personId: string;
  /** The sealed part of `people`, for its owner to open; undefined beside a profile and when nothing is sealed there. */
  readonly person: SealedRecord | undefined;
  readonly profile:
    | {
        readonly status: ProfileStatus;
        /** JSON text of `{"id","status","cpf"?,"basicData"?,"executions","sources"}`. */
        readonly document: string;
      }
    | undefined;
};

type PersonDocumentRow = {
  readonly id: string;
  readonly key_id: string | null;
  readonly wrapped_key: Uint8Array | null;
  readonly ciphertext: Uint8Array | null;
  readonly status: ProfileStatus | null;
  readonly document_key_id: string | null;
  readonly document_wrapped_key: Uint8Array | null;
  readonly document_ciphertext: Uint8Array | null;
};

/** What every read of a person runs. */
const personReads = {
  id: readPersonBy(
    'id = coalesce((select named.same_as from people as named where named.id = wanted.key), wanted.key)',
  ),
  /** The index in hexadecimal digits. */
  cpfIndex: readPersonBy(`cpf_index = decode(wanted.key, 'hex')`),
};

function readPersonBy(condition: string) {
  // What is sealed of the person is asked for only where no profile says it.
  return gatherReads<PersonDocumentRow>(`select people.id,
    case when profiles.ciphertext is null then people.key_id end as key_id,
    case when profiles.ciphertext is null then people.wrapped_key end as wrapped_key,
    case when profiles.ciphertext is null then people.ciphertext end as ciphertext,
    profiles.status, profiles.key_id as document_key_id, profiles.wrapped_key as document_wrapped_key,
    profiles.ciphertext as document_ciphertext
    from people left join profiles on profiles.id = people.id where people.${condition}`);
}

/**
 * A person with the profile by primary key or unique index, in one statement; undefined when there is none. The id of
 * a partner who turned out to be somebody gives that person.
 */
export async function readPersonDocument(
  db: Db,
  cipher: RecordCipher,
  by: { readonly cpfIndex: Uint8Array } | { readonly id: string },
): Promise<PersonDocument | undefined> {
  const row =
    'id' in by
      ? await personReads.id(db, by.id)
      : await personReads.cpfIndex(db, Buffer.from(by.cpfIndex).toString('hex'));
  if (row === undefined) return undefined;
  const sealed = toSealed(row.document_key_id, row.document_wrapped_key, row.document_ciphertext);
  return {
    personId: row.id,
    person: toSealed(row.key_id, row.wrapped_key, row.ciphertext),
    profile:
      sealed === undefined || row.status === null
        ? undefined
        : {
            status: row.status,
            document: Buffer.from(cipher.open(sealed, profileContext(row.id))).toString(),
          },
  };
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

/** What a profile is made with when it is new: its answer, for the id it is given. */
export type FirstDocument = (id: string) => { readonly document: string; readonly structure?: string };

/**
 * The id of the CNPJ's profile, made now when there is none. Nobody is waited for but another transaction that is
 * just making it.
 */
export async function ensureCompanyProfile(
  tx: Tx,
  cnpj: Cnpj,
  first: FirstDocument,
  now: Date,
): Promise<string> {
  const id = createId('company', now.getTime());
  const { document, structure = null } = first(id);
  const made = await tx
    .insertInto('profiles')
    .values({
      id,
      subject: 'company',
      cnpj,
      status: 'PROCESSING',
      document,
      structure,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('cnpj').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made !== undefined) return made.id;
  const row = await tx.selectFrom('profiles').select('id').where('cnpj', '=', cnpj).executeTakeFirstOrThrow();
  return row.id;
}

/** Makes the person's profile when there is none. */
export async function ensurePersonProfile(
  tx: Tx,
  cipher: RecordCipher,
  personId: string,
  first: FirstDocument,
  now: Date,
): Promise<void> {
  const sealed = cipher.seal(Buffer.from(first(personId).document), profileContext(personId));
  await tx
    .insertInto('profiles')
    .values({
      id: personId,
      subject: 'person',
      status: 'PROCESSING',
      key_id: sealed.keyId,
      wrapped_key: sealed.wrappedKey,
      ciphertext: sealed.ciphertext,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * An existing profile, locked until the transaction ends; undefined when there is none. Rows that refer to it can
 * still be written meanwhile.
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
  // After the lock: a join would show the state as it was before whoever held it wrote.
  const state = await tx
    .selectFrom('profile_states')
    .selectAll()
    .where('profile_id', '=', id)
    .executeTakeFirst();
  return {
    id: row.id,
    subject: row.subject,
    cnpj: parseCnpj(row.cnpj),
    status: row.status,
    state: state === undefined ? { fields: {}, executions: [] } : toState(cipher, state),
    registryGeneration: row.registry_generation ?? undefined,
  };
}

/** What kind of subject a profile is of, and a company's number; undefined when there is no such profile. */
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

/** The id of a CNPJ's profile; undefined when there is none. */
export async function findCompanyProfileId(db: Db, cnpj: Cnpj): Promise<string | undefined> {
  const row = await db.selectFrom('profiles').select('id').where('cnpj', '=', cnpj).executeTakeFirst();
  return row?.id;
}

/** What a profile is written with. */
export type ProfileUpdate = {
  readonly status: ProfileStatus;
  readonly state: ProfileState;
  readonly document: string;
  /** Companies only. */
  readonly structure: string | undefined;
  readonly registryGeneration: number | undefined;
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
  const sealed = isPerson ? cipher.seal(Buffer.from(update.document), profileContext(profile.id)) : undefined;
  await tx
    .updateTable('profiles')
    .set({
      status: update.status,
      document: isPerson ? null : update.document,
      structure: update.structure ?? null,
      key_id: sealed?.keyId ?? null,
      wrapped_key: sealed?.wrappedKey ?? null,
      ciphertext: sealed?.ciphertext ?? null,
      registry_generation: update.registryGeneration ?? null,
      updated_at: now,
    })
    .where('id', '=', profile.id)
    .execute();
  const state = cipher.seal(Buffer.from(JSON.stringify(update.state)), profileStateContext(profile.id));
  const columns = { key_id: state.keyId, wrapped_key: state.wrappedKey, ciphertext: state.ciphertext };
  await tx
    .insertInto('profile_states')
    .values({ profile_id: profile.id, ...columns })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(columns))
    .execute();
}

function toState(cipher: RecordCipher, row: ProfileStatesTable): ProfileState {
  const sealed = { keyId: row.key_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext };
  const opened = cipher.open(sealed, profileStateContext(row.profile_id));
  return JSON.parse(Buffer.from(opened).toString()) as ProfileState;
}

function toSealed(
  keyId: string | null,
  wrappedKey: Uint8Array | null,
  ciphertext: Uint8Array | null,
): SealedRecord | undefined {
  if (keyId === null || wrappedKey === null || ciphertext === null) return undefined;
  return { keyId, wrappedKey, ciphertext };
}
