import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenDatabase } from '../../../src/platform/db/index.ts';
import {
  type CreateJobsOptions,
  createJobs,
  type Job,
  type JobOutcome,
  type Jobs,
} from '../../../src/platform/jobs/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { openTestDatabase, type TestDatabaseKind } from '../../support/database.ts';

export const logger = createLogger({ level: 'silent' });
export const pollIntervalMs = 500;

type Opened = { readonly open: OpenDatabase; readonly jobs: Jobs };

/** Jobs on a database of their own, stopped and closed after the test. */
export async function openJobs(
  t: TestContext,
  kind: TestDatabaseKind,
  options: CreateJobsOptions = {},
): Promise<Opened> {
  let jobs: Jobs | undefined;
  t.after(() => jobs?.stop({ timeoutMs: 1_000 }));
  const open = await openTestDatabase(t, kind);
  jobs = createJobs(open, logger, { pollIntervalMs, ...options });
  return { open, jobs };
}

/** A handler that hands its jobs to the test, which decides how each ends. */
export function createGate() {
  const waiting: { job: Job; end(outcome: JobOutcome | Promise<never>): void }[] = [];
  const arrivals: (() => void)[] = [];
  return {
    handler: (job: Job) =>
      new Promise<JobOutcome>((resolve) => {
        waiting.push({ job, end: resolve });
        arrivals.shift()?.();
      }),
    async next() {
      if (waiting.length === 0) await new Promise<void>((resolve) => arrivals.push(resolve));
      return waiting.shift()!;
    },
    get waitingCount() {
      return waiting.length;
    },
  };
}

type JobRow = { state: string; failed_runs: number; outcome: unknown };

/** What is recorded of a job. */
export async function readJob(open: OpenDatabase, id: string | undefined): Promise<JobRow | undefined> {
  const { rows } = await open.execute('select state, failed_runs, outcome from jobs where id = $1', [id]);
  return rows[0] as JobRow | undefined;
}

/** Waits until the job is recorded as being in a state. The run ends a wait in vain. */
export async function waitForState(
  open: OpenDatabase,
  id: string | undefined,
  state: string,
): Promise<JobRow> {
  for (;;) {
    const row = await readJob(open, id);
    if (row?.state === state) return row;
    await delay(50);
  }
}

/** Waits until the job waits for another run after so many that failed. */
export async function waitForFailedRuns(
  open: OpenDatabase,
  id: string | undefined,
  count: number,
): Promise<JobRow> {
  for (;;) {
    const row = await readJob(open, id);
    if (row?.state === 'waiting' && row.failed_runs === count) return row;
    await delay(50);
  }
}
