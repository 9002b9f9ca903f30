import { type Db, fromRow, gatherReads, type ToRow } from '../platform/db/index.ts';
import { findSealedColumns, type RecordCipher, type SealedColumns } from '../platform/encryption/index.ts';
import { sealedDocument } from './declarations.ts';
import type { ProfileStatus } from './types.ts';

/*
 * Reads of profiles as they are answered, one statement each. What a reader needs of another domain in the same
 * statement is text of SQL that the other domain's store writes.
 */

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
  /** The generation in service, read at the same moment; undefined before the first import, or when it was not asked for. */
  readonly currentGeneration: number | undefined;
};

type CompanyDocumentRow = ToRow<Omit<CompanyDocument, 'document' | 'structure'>> & {
  readonly document: string | null;
  readonly structure?: string | null;
};

/**
 * A company's stored profile by its id; undefined when there is none. `structure` says whether the part is wanted that
 * is sent on request only.
 */
export type ReadCompanyDocument = (
  db: Db,
  id: string,
  options?: { readonly structure: boolean },
) => Promise<CompanyDocument | undefined>;

/** A reader of companies. `currentGeneration` is the SQL of the registry's store for the generation in service. */
export function createCompanyReader(currentGeneration: string): ReadCompanyDocument {
  const select = (structure: string) =>
    gatherReads<CompanyDocumentRow>(`select id, status, document, ${structure} registry_generation,
      ${currentGeneration} as current_generation
      from profiles where id = wanted.key and subject = 'company'`);
  const reads = { plain: select(''), whole: select('structure,') };
  return async (db, id, options = { structure: true }) => {
    const row = await reads[options.structure ? 'whole' : 'plain'](db, id);
    if (row?.document == null) return undefined;
    const { document, structure = null, ...own } = row;
    return { ...fromRow(own), document, structure: structure ?? undefined };
  };
}

/** Reads a company's profile and nothing else. */
export const readCompanyDocument = createCompanyReader('null::integer');

/** A person as stored: who it is, sealed, and the profile when an execution made one. */
export type PersonDocument = {
  readonly personId: string;
  /** The sealed part of `people`, for its owner to open; undefined when nothing is sealed there. */
  readonly person: SealedColumns | undefined;
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

/** A person by the key that the reader was made for, with the profile; undefined when there is no person. */
export type ReadPersonDocument = (
  db: Db,
  cipher: RecordCipher,
  key: string,
) => Promise<PersonDocument | undefined>;

/**
 * A reader of people. `selectPerson` is the SQL of the store of people: it selects `id`, `key_id`, `wrapped_key` and
 * `ciphertext` of the person whose key is `wanted.key`.
 */
export function createPersonReader(selectPerson: string): ReadPersonDocument {
  const readRow = gatherReads<PersonDocumentRow>(`select person.id, person.key_id, person.wrapped_key,
    person.ciphertext, profiles.status, profiles.key_id as document_key_id,
    profiles.wrapped_key as document_wrapped_key, profiles.ciphertext as document_ciphertext
    from (${selectPerson}) as person left join profiles on profiles.id = person.id`);
  return async (db, cipher, key) => {
    const row = await readRow(db, key);
    if (row === undefined) return undefined;
    const sealed = findSealedColumns({
      key_id: row.document_key_id,
      wrapped_key: row.document_wrapped_key,
      ciphertext: row.document_ciphertext,
    });
    return {
      personId: row.id,
      person: findSealedColumns(row),
      profile:
        sealed === undefined || row.status === null
          ? undefined
          : { status: row.status, document: sealedDocument.openText(cipher, row.id, sealed) },
    };
  };
}
