import type { SourcePolicy } from '../types.ts';

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
