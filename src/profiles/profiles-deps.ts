import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { JobQueue } from '../platform/jobs/index.ts';
import type { SourceDesk } from './sources/source-desk.ts';
import type { FaceState, PartnerPeople, RegistryState } from './types.ts';

/** What bounds executions; each has a configuration variable. */
export type ProfileLimits = {
  /** How long the rules of one execution may take together, in milliseconds. */
  readonly rulesTimeoutMs: number;
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

/** What executions work with. */
export type ProfilesDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly sources: SourceDesk;
  readonly people: PartnerPeople;
  readonly faces: FaceState;
  readonly registry: RegistryState;
  readonly limits: ProfileLimits;
};
