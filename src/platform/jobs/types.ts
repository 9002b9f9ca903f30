import type { Tx } from '../db/types.ts';

/** The outcome of a job. `reason` is stored and logged: a code or a short sentence, never personal data. */
export type JobOutcome =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'skipped'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly retryable: boolean; readonly reason: string };

export type Job<Data extends object = object> = {
  readonly id: string;
  readonly data: Data;
  /**
   * Aborted when the process stops, the time limit passes, or another process has taken the job because this one
   * stood still; a long job should end soon after.
   */
  readonly signal: AbortSignal;
  /**
   * True if this run still has the job. Then nobody takes the job over before the transaction ends. It keeps a run
   * that was replaced during a pause of its process from writing.
   */
  holdIn(tx: Tx): Promise<boolean>;
};

/**
 * Does one job. It may run more than once for the same job (a crash or a lost connection between the work and
 * its record), so it must be idempotent. Throwing counts as failed and retryable; the message is not kept.
 */
export type JobHandler<Data extends object = object> = (job: Job<Data>) => Promise<JobOutcome>;

export type JobOptions = {
  /** Jobs of this name that one process runs at a time. Default 1. */
  readonly concurrency?: number;
  /** Time limit of one run, in seconds; then it counts as failed. Default 900, at most 86,400. */
  readonly timeoutSeconds?: number;
  /** Runs after the first one before the job counts as failed for good. Default 5. */
  readonly retryLimit?: number;
  /** Wait before the first retry in seconds, doubled for each further one up to an hour. Default 5. */
  readonly retryDelaySeconds?: number;
  /** True if one job of this name and a key may wait, in all processes together. Default false. */
  readonly hasOneWaiting?: boolean;
  /** True if one job of this name and a key may run, in all processes together. Default false. */
  readonly hasOneRunning?: boolean;
};

export type EnqueueOptions = {
  /** The key that the limits of the job's name compare, such as the id of the processed record. Default empty. */
  readonly key?: string;
  /** Not to be run before. */
  readonly startAfter?: Date;
};

/** Adds jobs. What a domain operation is given that leaves work for later. */
export type JobQueue = {
  /** The new job's id, or undefined when one like it waits already and one is the limit. */
  enqueue(name: string, data: object, options?: EnqueueOptions): Promise<string | undefined>;
  /** The same as part of a transaction: the job exists if and only if the transaction commits. */
  enqueueIn(tx: Tx, name: string, data: object, options?: EnqueueOptions): Promise<string | undefined>;
  /**
   * Lets this process look for jobs of a name at once instead of at its next turn. For after a transaction that added
   * some; does nothing where they are not worked on.
   */
  wake(name: string): void;
  /** The names of all kinds of jobs, in the order of the alphabet. */
  listKinds(): readonly string[];
};

/** The kinds of jobs there are, and the work on them in this process. */
export type Jobs = JobQueue & {
  /** Names a kind of job and who does it. Before `start`. */
  register<Data extends object>(name: string, handler: JobHandler<Data>, options?: JobOptions): void;
  /**
   * Names a kind of job that runs by a cron expression of five fields in the time of São Paulo, once per tick in all
   * processes together, with empty data. Before `start`. A tick that passes while no process runs is not made up for.
   */
  schedule(name: string, cron: string, handler: JobHandler, options?: JobOptions): void;
  /** Lets jobs be added, and begins to work unless `work` is false: for commands that leave the work to a server. */
  start(options?: { readonly work?: boolean }): Promise<void>;
  /** Begins to work after a start that only took jobs. Once. */
  work(): Promise<void>;
  /**
   * Takes no more jobs, aborts the signal of the running ones and waits for them. What still runs after
   * `timeoutMs` goes back to the queue without counting as a try. The database must be closed only afterwards.
   */
  stop(options: { readonly timeoutMs: number }): Promise<void>;
};
