import type { TSchema } from 'typebox';
import type { Db, Tx } from '../platform/db/index.ts';
import type { Cnpj, Cpf } from '../platform/documents/index.ts';

/** A JSON object whose content is not ours to know. */
export type JsonObject = { readonly [key: string]: unknown };

export type SubjectKind = 'person' | 'company';

/** Whom an execution is about. */
export type Subject =
  | {
      readonly kind: 'person';
      /** `per_...`, of the table `people`. */
      readonly id: string;
      /** Undefined for a partner known by name and masked CPF only. */
      readonly cpf: Cpf | undefined;
      /** The six digits in the middle, when the CPF is not known. */
      readonly maskedCpf?: string;
      readonly name?: string;
    }
  | { readonly kind: 'company'; readonly id: string; readonly cnpj: Cnpj };

/** Every status of a profile, as answers have it. */
export const profileStatuses = [
  'PENDING',
  'PROCESSING',
  'APPROVED',
  'REPROVED',
  'WAITING_DOCUMENTS',
] as const;

/** PROCESSING until something is decided; the others are what rules decide. */
export type ProfileStatus = (typeof profileStatuses)[number];

/** What rules can decide. */
export type Verdict = Exclude<ProfileStatus, 'PROCESSING'>;

/** How far the execution of a partner is. */
export type OnboardingStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';

/** What made an execution: a request, a company that somebody is a partner of, or new data of a source. */
export type ExecutionOrigin = 'API' | 'ONBOARDING' | 'IMPORT';

/** One who takes part in a company, as the source tells. */
export type Partner = {
  readonly kind: 'person' | 'company' | 'foreign' | 'unknown';
  readonly name: string;
  /** A CNPJ, or a CPF with only its six middle digits: `***123456**`. */
  readonly document?: string;
  readonly functionCode: string;
  readonly function: string;
  readonly isLegalRepresentative: boolean;
};

/** What a source answered. Outcomes are data: `consult` throws for mistakes of its own only. */
export type Consultation =
  | {
      readonly outcome: 'found';
      /** Of the source's `dataSchema`; shown in the profile as it is. */
      readonly data: JsonObject;
      /**
       * This source's share of `basicData`. A field it does not know is absent, and keeps what others said of it; null
       * says that there is none.
       */
      readonly basicData?: JsonObject;
      /** Of a company: all of them, in the order to be shown. */
      readonly partners?: readonly Partner[];
      /** Which state of the source answered, such as the registry's generation. */
      readonly version?: string;
    }
  /**
   * The source has nothing on the subject. What it said earlier stays in the profile: a source whose silence is an
   * answer, such as a list, says `found` with nothing on it.
   */
  | { readonly outcome: 'absent'; readonly reason?: string; readonly version?: string }
  /** The source could not be asked. `reason` is a stable code without anything personal. */
  | { readonly outcome: 'unavailable'; readonly reason: string; readonly retryAfterSeconds?: number };

/** What a source is asked with. */
export type ConsultContext = {
  /** The database, or the transaction that everything must happen in. Nothing else of the database may be used. */
  readonly db: Db;
  /** Aborted when the time limit of the source passes or the process stops. */
  readonly signal: AbortSignal;
  /** What the client said of the subject. */
  readonly attributes: JsonObject;
  readonly now: Date;
};

/** Something that knows things about people or companies. */
export type Source = {
  /** The key in the profile's `sources`; letters and digits. */
  readonly name: string;
  readonly subject: SubjectKind;
  readonly dataSchema: TSchema;
  /** Keys of its data that tell of the source, such as the month of its data: alone they are no news. */
  readonly editionKeys?: readonly string[];
  /** How long one consultation may take. */
  readonly timeoutMs: number;
  /** Whether it reads only our own database, so that it may run inside a request and a transaction. */
  readonly isLocal: boolean;
  /**
   * Of a source that asks others where our own database knows nothing: the part that reads the database. What it finds
   * counts before an earlier answer that is young enough to be used again.
   */
  readonly localPart?: Source;
  /** The `version` that an answer would have now: one of another version is not used again, however young. */
  currentVersion?(db: Db): Promise<string>;
  consult(subject: Subject, context: ConsultContext): Promise<Consultation>;
};

/** What `people` gives to executions. */
export type PartnerPeople = {
  /** The id of the CPF's person, made now when there is none, locked until the transaction ends. */
  lockPerson(tx: Tx, cpf: Cpf, now: Date): Promise<string>;
  /** The same for a partner known by name and the six middle digits of the CPF, or by all of it. */
  lockPartnerPerson(
    tx: Tx,
    partner: { readonly name: string; readonly maskedCpf: string; readonly cpf?: Cpf | undefined },
    now: Date,
  ): Promise<string>;
  /** The id of a CPF's person; undefined when there is none. */
  findPersonId(db: Db, cpf: Cpf): Promise<string | undefined>;
  /** The person of an id, opened; undefined when there is none. */
  findPerson(db: Db, id: string): Promise<Extract<Subject, { kind: 'person' }> | undefined>;
};

/** What rules see as `face`. */
export type FaceSummary = {
  readonly registered: boolean;
  /** How many reference photos there are. */
  readonly references: number;
  /** The newest attempt, when there is one. */
  readonly lastMatch?: {
    /** ISO 8601. */
    readonly date: string;
    readonly isMatch: boolean;
    readonly isFaceMatch: boolean;
    readonly isAlive: boolean;
    readonly similarity: number;
    readonly livenessProbability: number;
  };
};

/** What `faces` gives to rules. */
export type FaceState = (db: Db, personId: string) => Promise<FaceSummary>;

/** What rules see as `registry`. */
export type RegistrySummary = {
  readonly imported: boolean;
  /** `YYYY-MM`. */
  readonly dataMonth?: string;
  readonly generation?: number;
};

/** What `registry` gives to rules. */
export type RegistryState = (db: Db) => Promise<RegistrySummary>;
