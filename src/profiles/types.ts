import type { TSchema } from 'typebox';
import type { Db, Tx } from '../platform/db/index.ts';
import type { Cnpj, Cpf } from '../platform/documents.ts';

/** A JSON object whose content is not ours to know. */
export type JsonObject = { readonly [key: string]: unknown };

export type SubjectKind = 'person' | 'company';

/** The subject of an execution. */
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

export type Verdict = Exclude<ProfileStatus, 'PROCESSING'>;

/** Every status of a partner's execution, as answers have it. */
export const onboardingStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;

export type OnboardingStatus = (typeof onboardingStatuses)[number];

/** The origin of an execution: a request, a company of a partner, or new data of a source. */
export type ExecutionOrigin = 'API' | 'ONBOARDING' | 'IMPORT';

/** One field of the basic data, and which answer it is from. */
export type ProfileField = {
  readonly value: unknown;
  readonly source: string;
  /** When the source said so, ISO 8601. */
  readonly at: string;
};

export type ProfileExecution = {
  readonly executionId: string;
  readonly executionOrigin: ExecutionOrigin;
  readonly lastUpdate: string;
  readonly metadata?: JsonObject;
};

/** The state of a profile beside the answers of its sources. */
export type ProfileState = {
  readonly fields: Readonly<Record<string, ProfileField>>;
  /** Newest first, as many as are shown. */
  readonly executions: readonly ProfileExecution[];
  /** The last verdict; undefined before the first. */
  readonly verdict?: ProfileStatus;
  /** The decision of people that stands until the next one: no execution overwrites it. */
  readonly decision?: { readonly id: string; readonly status: ProfileStatus; readonly at: string };
  /** The execution whose partners are shown. */
  readonly partnersOf?: string;
};

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

/** A source of data by its name of `GET /v1/sources`, and the day or moment that its data are of. */
export type DataDay = { readonly source: string; readonly day: string };

/** The `version` of an answer of a `localPart`: it is not used again once our own database has none. */
export const ofOwnDatabase = 'own database';

/** The answer of a source. Outcomes are data: `consult` throws for mistakes of its own only. */
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
      /** Days that the data are of. Executions say when one is older than its limit. */
      readonly restsOn?: readonly DataDay[];
    }
  /**
   * The source has nothing on the subject. What it said earlier stays in the profile: a source whose silence is an
   * answer, such as a list, says `found` with nothing on it.
   */
  | { readonly outcome: 'absent'; readonly reason?: string; readonly version?: string }
  /** The source could not be asked. `reason` is a stable code without anything personal. */
  | {
      readonly outcome: 'unavailable';
      readonly reason: string;
      readonly retryAfterSeconds?: number;
      /** True if the source was not asked, for a limit of ours: its circuit breaker does not count it. */
      readonly isHeldBack?: boolean;
    };

/** The context of a question to a source. */
export type ConsultContext = {
  /** The database, or the transaction that everything must happen in. Nothing else of the database may be used. */
  readonly db: Db;
  /** Aborted when the time limit of the source passes or the process stops. */
  readonly signal: AbortSignal;
  /** The client's attributes of the subject. */
  readonly attributes: JsonObject;
  readonly now: Date;
  /** Asks another source, by the policy of that one. Never rejects. */
  ask(source: Source, subject: Subject): Promise<Consultation>;
};

/** Retries and circuit breaker of requests to a source. */
export type SourcePolicy = {
  /** Further tries within one consultation, after failures that name no time to come back. */
  readonly retries: number;
  /** Longest wait before the first of them, in milliseconds; growing, and spread at random. */
  readonly retryDelayMs: number;
  /** Failures in a row after which a process leaves the source alone. */
  readonly breakerFailures: number;
  /** Time for which it is left alone, in milliseconds. */
  readonly breakerPauseMs: number;
  /** Tries that run at once in one process; further ones wait. Undefined for no bound. */
  readonly maxConcurrent?: number;
};

/** The state of a source after a consultation. */
export type SourceHealth = {
  /** `open` while the source is left alone. */
  readonly circuit: 'closed' | 'open' | 'half-open';
  /** The reason of the outcome `unavailable`; undefined after an answer. */
  readonly failure: string | undefined;
};

/** An entry of a list that names a subject. */
export type ListHit = {
  /** The same while the entry is the same. */
  readonly key: string;
  /** The list, the name in it and the basis of the match, for the profile's history. */
  readonly detail: JsonObject;
};

/** Lists of which one, at least, must be in service. */
export type ListKind = { readonly lists: readonly string[]; readonly fields?: readonly string[] };

/** Something that knows things about people or companies. */
export type Source = {
  /** The key in the profile's `sources`; letters and digits. */
  readonly name: string;
  readonly subject: SubjectKind;
  readonly dataSchema: TSchema;
  /**
   * Of a list: the entries that its data name. Clients are told when one comes or goes, and the profile's history keeps
   * which.
   */
  hitsOf?(data: JsonObject): readonly ListHit[];
  /** Of a list: words that say why people should look at its data, such as an entry that may be of somebody else. */
  reasonsToLook?(data: JsonObject): readonly string[];
  /**
   * Of lists: those of each kind, and the fields of the data that rest on the kind, undefined for all. The data name
   * under `lists` those that were looked through. Without a list of a kind nothing is approved that asks for it.
   */
  readonly listKinds?: readonly ListKind[];
  /** True for data that rest on a list which is older than it may be. Executions say so. */
  restsOnOldData?(data: JsonObject): boolean;
  /** Time limit of one try, in milliseconds. */
  readonly timeoutMs: number;
  /** Retries, circuit breaker and simultaneous tries. Undefined for what is usual. */
  readonly policy?: SourcePolicy;
  /** True if it reads only our own database. Then it may run inside a request and a transaction. */
  readonly isLocal: boolean;
  /**
   * Of a source that asks others where our own database knows nothing: the part that reads the database. What it finds
   * counts before an earlier answer that is young enough to be used again.
   */
  readonly localPart?: Source;
  /** Attributes of the client that a question holds: with another value of one it is another question. */
  readonly asksBy?: readonly string[];
  /** The `version` that an answer would have now: one of another version is not used again, however young. */
  currentVersion?(db: Db): Promise<string>;
  /**
   * The answer that needs no question, also while the source is left alone; or what identifies the question, so that
   * it is asked once when several ask it at the same time.
   */
  prepare?(subject: Subject, context: ConsultContext): Promise<Consultation | { readonly question: string }>;
  /** Told after every question; must not reject. */
  noteHealth?(health: SourceHealth): Promise<void>;
  /** One try. The desk of sources repeats it as `policy` says. */
  consult(subject: Subject, context: ConsultContext): Promise<Consultation>;
};

/** The operations of `people` for executions. */
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

/** The variable `face` of rules. */
export type FaceSummary = {
  readonly registered: boolean;
  /** The number of reference photos. */
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

/** The operation of `faces` for rules. */
export type FaceState = (db: Db, personId: string) => Promise<FaceSummary>;

/** The variable `registry` of rules. */
export type RegistrySummary = {
  readonly imported: boolean;
  /** `YYYY-MM`. */
  readonly dataMonth?: string;
  readonly generation?: number;
};

/** The operation of `registry` for rules. */
export type RegistryState = (db: Db) => Promise<RegistrySummary>;
