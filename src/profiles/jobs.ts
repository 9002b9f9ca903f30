import type { JobOutcome, Jobs } from '../platform/jobs/index.ts';
import {
  purgeExecutionKeysJob,
  rescreenProfilesJob,
  resumeExecutionsJob,
  runExecutionJob,
  settleProfileJob,
} from './executions/execution.ts';
import { deleteExecutionKeys, findStalledExecutions } from './executions/executions-store.ts';
import { runExecution, type SettledProfile, settleProfile } from './executions/run-execution.ts';
import type { ProfilesDeps } from './profiles-deps.ts';
import { rescreenProfiles } from './rescreening/rescreen-profiles.ts';

/** Lifetime of an idempotency key, in milliseconds. */
const keyLifetimeMs = 24 * 60 * 60 * 1000;
/** Untouched for so long, an execution has nobody working on it: a killed process's jobs come back much sooner. */
const stalledAfterMs = 5 * 60 * 1000;
const resumedAtOnce = 1_000;

/** Registers the background work of executions. `concurrency` is how many of them one process runs at a time. */
export function registerProfileJobs(
  jobs: Jobs,
  deps: ProfilesDeps,
  options: { readonly concurrency: number; readonly runTimeoutSeconds: number },
): void {
  jobs.register<{ executionId: string }>(
    runExecutionJob,
    (job) => runExecution(deps, job.data.executionId, job),
    {
      concurrency: options.concurrency,
      timeoutSeconds: options.runTimeoutSeconds,
      // One waits and one runs for each execution: the run itself adds the next one.
      hasOneWaiting: true,
      hasOneRunning: true,
      retryLimit: 20,
      retryDelaySeconds: 1,
    },
  );
  jobs.register<SettledProfile>(settleProfileJob, ({ data, signal }) => settleProfile(deps, data, signal), {
    concurrency: 2,
    hasOneWaiting: true,
    retryLimit: 20,
    retryDelaySeconds: 1,
  });
  jobs.schedule(resumeExecutionsJob, '* * * * *', () => resumeExecutions(deps));
  jobs.schedule(purgeExecutionKeysJob, '23 * * * *', () => purgeExecutionKeys(deps));
  jobs.schedule(rescreenProfilesJob, '* * * * *', (job) => rescreenProfiles(deps, job), {
    hasOneWaiting: true,
    hasOneRunning: true,
  });
}

/**
 * Queues executions again that no process works on, after a failed or lost job. An execution never runs twice at the
 * same time.
 */
export async function resumeExecutions(
  deps: Pick<ProfilesDeps, 'db' | 'jobs' | 'clock'>,
): Promise<JobOutcome> {
  const untouchedSince = new Date(deps.clock.now().getTime() - stalledAfterMs);
  for (const id of await findStalledExecutions(deps.db, untouchedSince, resumedAtOnce)) {
    await deps.jobs.enqueue(runExecutionJob, { executionId: id }, { key: id });
  }
  return { outcome: 'done' };
}

/** Forgets the idempotency keys of executions started more than a day ago. */
export async function purgeExecutionKeys(deps: Pick<ProfilesDeps, 'db' | 'clock'>): Promise<JobOutcome> {
  await deleteExecutionKeys(deps.db, new Date(deps.clock.now().getTime() - keyLifetimeMs));
  return { outcome: 'done' };
}
