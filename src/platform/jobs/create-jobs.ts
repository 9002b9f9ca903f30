import { setTimeout as delay } from 'node:timers/promises';
import type { OpenDatabase, Tx } from '../db/index.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { endAfter, findTraceparent, type Tracing } from '../tracing.ts';
import {
  completeRun,
  deleteEndedJobs,
  failRun,
  findSilentRuns,
  giveBackRun,
  holdRun,
  insertJob,
  insertTicks,
  type JobKind,
  type JobRun,
  takeJob,
} from './jobs-store.ts';
import type { BackgroundWork } from './repeat-during.ts';
import { keepLeases, RunningJobs } from './running-jobs.ts';
import { watchTicks } from './tick-watch.ts';
import type { EnqueueOptions, Job, JobHandler, JobOptions, JobOutcome, Jobs } from './types.ts';
import { startWorkLoop, watchDue } from './work-loop.ts';

export type CreateJobsOptions = {
  /** The interval for polling due work and the work of other processes. Default 2,000. */
  readonly pollIntervalMs?: number;
  /** Leaves out schedules by their cron expression. Default: none. */
  readonly isScheduled?: (cron: string) => boolean;
  /**
   * A run that gives no sign of life for so long belongs to a process that ended or stands still; another one takes
   * the job. A process gives five signs in this time. Default 15,000.
   */
  readonly leaseMs?: number;
  /** Begins a span for each run, in the trace of whoever added the job. None by default. */
  readonly tracing?: Tracing | undefined;
};

type Registration = { readonly handler: JobHandler<never>; readonly kind: JobKind & JobOptions };

type TakenJob = { readonly run: JobRun; readonly data: object };

const defaultTimeoutSeconds = 900;

const processEnded = { outcome: 'failed', retryable: true, reason: 'process_ended' } as const;

/**
 * Background jobs in a table of the same database: kept until done, retried with growing delays, shared by every
 * process on the database. Register first, then start; stop before the database is closed.
 *
 * A job whose process was killed is run again: with the embedded database at the next start, with PostgreSQL
 * within about twenty seconds by any process. A run that has lost its job to another one records nothing.
 *
 * NOTE: with the embedded database a handler's transaction keeps every other statement waiting; keep them short.
 */
export function createJobs(open: OpenDatabase, logger: Logger, options: CreateJobsOptions = {}): Jobs {
  const { pollIntervalMs = 2_000, leaseMs = 15_000, isScheduled = () => true, tracing } = options;
  const registrations = new Map<string, Registration>();
  const schedules = new Map<string, string>();
  const loops = new Map<string, ReturnType<typeof startWorkLoop>>();
  const running = new RunningJobs();
  let state: 'new' | 'started' | 'stopping' | 'stopped' = 'new';

  const logFailure = createFailureLog(logger);
  /** Adds jobs and finds those to be done. */
  const watches: BackgroundWork[] = [];
  let leases: BackgroundWork | undefined;

  function kindOf(name: string): JobKind & JobOptions {
    const registration = registrations.get(name);
    if (registration === undefined) throw new TypeError(`no job is registered as ${name}`);
    return registration.kind;
  }

  async function send(db: OpenDatabase['db'] | Tx, name: string, data: object, enqueue: EnqueueOptions) {
    if (state !== 'started') throw new TypeError('jobs can be added only between start and stop');
    return await insertJob(db, kindOf(name), withTrace(data), enqueue);
  }

  async function addTicks(due: readonly { readonly name: string; readonly at: Date }[]): Promise<void> {
    const added = await insertTicks(
      open,
      due.map(({ name, at }) => ({ kind: kindOf(name), at })),
    );
    for (const name of added) wake(name);
  }

  /** Counts runs without a sign of life for so long as failed; each is found by one process. */
  async function failSilent(silentForMs: number): Promise<void> {
    for (const run of await findSilentRuns(open, [...registrations.keys()], silentForMs)) {
      await failRun(open, run, processEnded, kindOf(run.name));
    }
  }

  function wake(name: string): void {
    if (state === 'started') loops.get(name)?.wake();
  }

  function work(name: string, { handler, kind: own }: Registration): void {
    const loop = startWorkLoop<TakenJob>({
      // Scheduled jobs erase what is old, by the clock of this process.
      take: () => takeJob(open, name, schedules.has(name) ? { clock: new Date() } : {}),
      run: (taken) => runJob(taken, handler, own),
      concurrency: own.concurrency ?? 1,
      onError: logFailure,
    });
    loops.set(name, loop);
  }

  async function runJob(taken: TakenJob, handler: JobHandler<never>, own: JobOptions): Promise<void> {
    const { run } = taken;
    const { data, traceparent } = withoutTrace(taken.data);
    const span = tracing?.begin(`job ${run.name}`, {
      kind: 'consumer',
      attributes: { 'confere.job': run.name, 'confere.job_id': run.id },
      parent: traceparent,
    });
    const job = { id: run.id, data: data as never, holdIn: (tx: Tx) => holdRun(tx, run) };
    const timeoutMs = (own.timeoutSeconds ?? defaultTimeoutSeconds) * 1_000;
    try {
      if (running.isInterrupted) {
        await giveBackRun(open, run);
        return;
      }
      await running.run(
        run,
        timeoutMs,
        (signal) =>
          endAfter(span, async () => {
            const outcome = await handle(handler, run, { ...job, signal });
            span?.setAttributes({ 'confere.outcome': outcome.outcome });
            if (outcome.outcome === 'failed') span?.fail(outcome.reason);
            return outcome;
          }),
        (outcome) => settle(run, outcome),
      );
    } catch (error) {
      // The job comes back when its run has given no sign of life for a while.
      logger.error(
        { job: run.name, jobId: run.id, ...describeFailure(error) },
        'a job could not be recorded',
      );
    }
  }

  /** The handler's outcome; a throw is one, too. */
  async function handle(handler: JobHandler<never>, run: JobRun, job: Job<never>): Promise<JobOutcome> {
    try {
      return await handler(job);
    } catch (error) {
      const failure = describeFailure(error);
      logger.warn({ job: run.name, jobId: run.id, ...failure }, 'a job failed with an error');
      return { outcome: 'failed', retryable: true, reason: failure.reason };
    }
  }

  async function settle(run: JobRun, outcome: JobOutcome): Promise<void> {
    // The stop that did not wait for it has put the job back.
    if (state === 'stopped') return;
    const isRecorded = await record(run, outcome);
    const about = { job: run.name, jobId: run.id };
    if (!isRecorded) {
      logger.warn(about, 'a job was taken over by another process; what came of this run is not recorded');
    } else if (outcome.outcome === 'failed' && !outcome.retryable) {
      logger.error({ ...about, reason: outcome.reason }, 'a job failed for good');
    }
  }

  async function record(run: JobRun, outcome: JobOutcome): Promise<boolean> {
    if (outcome.outcome !== 'failed') return await completeRun(open, run, outcome);
    if (running.isInterrupted && outcome.retryable) return await giveBackRun(open, run);
    return await failRun(open, run, outcome, kindOf(run.name));
  }

  async function beginWork(): Promise<void> {
    // No other process can be running one.
    if (open.kind === 'embedded') await failSilent(0);
    // A stop meanwhile had nothing to end.
    if (state !== 'started') return;
    for (const [name, registration] of registrations) work(name, registration);
    // It wakes the loops that have something to do.
    watches.push(
      watchDue([...registrations.keys()], {
        open,
        intervalMs: pollIntervalMs,
        onDue: wake,
        onError: logFailure,
      }),
      watchTicks({ schedules, onTick: addTicks, onError: logFailure }),
    );
    leases = keepLeases({ open, running, leaseMs, failSilent, onError: logFailure });
  }

  const jobs: Jobs = {
    register(name, handler, registerOptions = {}) {
      if (state !== 'new') throw new TypeError('jobs are registered before start');
      if (registrations.has(name)) throw new TypeError(`${name} is registered twice`);
      registrations.set(name, {
        handler: handler as unknown as JobHandler<never>,
        kind: { ...registerOptions, name },
      });
    },
    schedule(name, cron, handler, scheduleOptions) {
      jobs.register(name, handler, scheduleOptions);
      if (isScheduled(cron)) schedules.set(name, cron);
    },
    async enqueue(name, data, enqueueOptions = {}) {
      const id = await send(open.db, name, data, enqueueOptions);
      wake(name);
      return id;
    },
    wake,
    listKinds: () => [...registrations.keys()].sort(),
    enqueueIn: (tx, name, data, enqueueOptions = {}) => send(tx, name, data, enqueueOptions),
    async start({ work: isWorker = true } = {}) {
      if (state !== 'new') throw new TypeError('jobs are started once');
      state = 'started';
      if (isWorker) await beginWork();
    },
    async work() {
      if (state !== 'started' || loops.size > 0) throw new TypeError('work begins once, after start');
      await beginWork();
    },
    async stop({ timeoutMs }) {
      if (state !== 'started') {
        state = 'stopped';
        return;
      }
      state = 'stopping';
      running.interrupt();
      await Promise.all([...watches, ...loops.values()].map((one) => one.stop()));
      const timer = new AbortController();
      const timeUp = delay(timeoutMs, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([running.waitForAll(), timeUp]);
      timer.abort();
      state = 'stopped';
      await leases?.stop();
      const unfinished = running.list();
      try {
        for (const run of unfinished) await giveBackRun(open, run);
      } catch (error) {
        // The database is gone. The jobs come back when their runs have given no sign of life for a while.
        logger.error(describeFailure(error), 'running jobs could not be put back in the queue');
        return;
      }
      if (unfinished.length > 0) {
        logger.warn({ count: unfinished.length }, 'jobs that did not finish in time went back to the queue');
      }
    },
  };
  jobs.schedule('forget-ended-jobs', '51 * * * *', async () => {
    await deleteEndedJobs(open);
    return { outcome: 'done' };
  });
  return jobs;
}

const repeatAfterMs = 60_000;

/**
 * The part of an error that may be stored and logged: its code or name, and its place in the code. Its message and
 * properties stay out: the database driver quotes rows in them.
 */
function describeFailure(error: unknown): { readonly reason: string; readonly stack?: string } {
  if (error instanceof AppError) return { reason: error.code };
  if (!(error instanceof Error)) return { reason: 'unknown' };
  const code = (error as { code?: unknown }).code;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    reason: typeof code === 'string' ? `${error.name} ${code}` : error.name,
    ...(frames === undefined ? {} : { stack: frames.join('\n') }),
  };
}

/** Logs what the queue meets in the background; while the database is away, each kind of error once a minute. */
function createFailureLog(logger: Logger): (error: unknown) => void {
  const loggedAt = new Map<string, number>();
  return (error) => {
    const failure = describeFailure(error);
    const now = Date.now();
    if (now - (loggedAt.get(failure.reason) ?? Number.NEGATIVE_INFINITY) < repeatAfterMs) return;
    loggedAt.set(failure.reason, now);
    logger.error(failure, 'the job queue met an error');
  };
}

/** The property of a job's data that holds the trace of whoever added it. Handlers never see it. */
const property = 'traceparent';

/** The data of a new job, with the trace that its caller's work belongs to. */
function withTrace(data: object): object {
  const traceparent = findTraceparent();
  return traceparent === undefined ? data : { ...data, [property]: traceparent };
}

/** A stored job's data as its handler gets them, and the trace it goes on with. */
function withoutTrace(stored: object): { readonly data: object; readonly traceparent?: string } {
  const { [property]: traceparent, ...data } = stored as Readonly<Record<string, unknown>>;
  return typeof traceparent === 'string' ? { data, traceparent } : { data };
}
