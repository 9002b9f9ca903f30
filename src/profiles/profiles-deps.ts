import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { JobQueue } from '../platform/jobs/index.ts';
import type { AwaitsSecondPerson, NoteGoneReviews, RequestReview } from '../platform/reviews.ts';
import type { CompanyIds } from './company-ids.ts';
import type { Execution } from './executions/execution.ts';
import type { NameIndex } from './name-index.ts';
import type { RulesEngine } from './rules/rules-engine.ts';
import type { SourceDesk } from './sources/source-desk.ts';
import type { DataDay, FaceState, PartnerPeople, RegistryState, SourcePolicy } from './types.ts';

/**
 * Takes note of an execution that ended, in the transaction that ends it. `outcome` is a text that is the same for two
 * executions of one subject with the same status, reason, basic data and entries of lists; it is personal.
 */
export type ExecutionEnded = (tx: Tx, execution: Execution, outcome: string) => Promise<void>;

/** Limits of executions that have no setting. */
export type ExecutionLimits = {
  /** Time for one run of an execution, all its sources together, in seconds. */
  readonly runTimeoutSeconds: number;
  /** Longest wait between two runs, in milliseconds. */
  readonly maxRetryDelayMs: number;
  /** Executions that a profile shows; the others are in the list of executions. */
  readonly shownExecutions: number;
  /** The policy of sources without one of their own. */
  readonly sourcePolicy: SourcePolicy;
};

export const usualExecutionLimits: ExecutionLimits = {
  runTimeoutSeconds: 300,
  maxRetryDelayMs: 3_600_000,
  shownExecutions: 100,
  sourcePolicy: { retries: 2, retryDelayMs: 200, breakerFailures: 10, breakerPauseMs: 10_000 },
};

/** The limits of executions, those with a setting and those without. */
export type ProfileLimits = {
  /** Runs of one execution before it is given up. */
  readonly maxAttempts: number;
  /** Wait after the first run without the answers it needed, in milliseconds; doubled after each further one. */
  readonly retryDelayMs: number;
  /** Longest wait between two runs, in milliseconds. */
  readonly maxRetryDelayMs: number;
  /** Partners of one company that executions are started for. */
  readonly maxPartners: number;
  /** Executions that a profile shows; the others are in the list of executions. */
  readonly shownExecutions: number;
};

/** The dependencies of executions. */
export type ProfilesDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly nameIndex: NameIndex;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly sources: SourceDesk;
  readonly rules: RulesEngine;
  readonly people: PartnerPeople;
  readonly companyIds: CompanyIds;
  readonly faces: FaceState;
  readonly registry: RegistryState;
  /** True for data of a day that is longer ago than its source may be old. Without it nothing is old by its day. */
  readonly isDataOld?: (day: DataDay, now: Date) => boolean;
  readonly limits: ProfileLimits;
  /** Takes note of executions that ended. */
  readonly onEnded?: () => readonly ExecutionEnded[];
  /** Asks people to look. Without it nobody does. */
  readonly requestReview?: RequestReview | undefined;
  /** Tells people that what they were asked to look at is gone. */
  readonly noteGoneReviews?: NoteGoneReviews | undefined;
  /** While true, no execution raises a status. Without it every execution may. */
  readonly awaitsSecondPerson?: AwaitsSecondPerson | undefined;
};
