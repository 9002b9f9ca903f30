/** Runs an execution; its data is `{ executionId }`, its key the same. */
export const runExecutionJob = 'run-execution';

/** Brings what shows a profile up to date with it; its data is `{ profileId, executionId }`. */
export const settleProfileJob = 'settle-profile';

/** Takes up executions that nobody works on any more. */
export const resumeExecutionsJob = 'resume-executions';

/** Forgets old idempotency keys of executions. */
export const purgeExecutionKeysJob = 'purge-execution-keys';

/** Looks again at known profiles after lists have changed. */
export const rescreenProfilesJob = 'rescreen-profiles';
