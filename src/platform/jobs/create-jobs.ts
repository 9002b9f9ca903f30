import { setTimeout as delay } from 'node:timers/promises';
import { fromKysely, PgBoss } from 'pg-boss';
import { type OpenDatabase, type Tx, waitForWork } from '../db/index.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { endAfter, findTraceparent, type Tracing } from '../tracing/index.ts';
import { ensureJobsIndexes } from './backlog-store.ts';
import {
  completeRun,
  failAbandonedJobs,
  failRun,
  giveBackRun,
  holdRun,
  type JobRun,
  takeJob,
} from './job-store.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { RunningJobs } from './running-jobs.ts';
import type { EnqueueOptions, Job, JobHandler, JobOptions, JobOutcome, Jobs } from './types.ts';
import { DueWatch, WorkLoop } from './work-loop.ts';

export type CreateJobsOptions = {
  /** The interval for polling due work and the work of other processes. Default 2,000. */
  readonly pollIntervalMs?: number;
  /**
   * A run that gives no sign of life for so long belongs to a process that ended or stands still; another one takes
   * the job. Signs are given, and missed, five times as often. Default 15,000.
   */
  readonly leaseMs?: number;
  /** Begins a span for each run, in the trace of whoever added the job. None by default. */
  readonly tracing?: Tracing | undefined;
};

type Registration = { readonly handler: JobHandler<never>; readonly options: JobOptions };

type TakenJob = { readonly run: JobRun; readonly data: object };

const keepFinishedSeconds = 86_400;

const defaultTimeoutSeconds = 900;

/** The interval at which pg-boss counts its queues and ends overdue jobs. */
const superviseIntervalSeconds = 30;

/** The interval at which it begins the jobs of schedules, which are told by the minute. */
const cronWorkerIntervalSeconds = 15;

/** The interval at which it looks for jobs that wait for others. There are none. */
const flowIntervalSeconds = 3_600;

/**
 * Background jobs in the same database (pg-boss): kept until done, retried with growing delays, shared by every
 * process on the database. Register and schedule first, then start; stop before the database is closed.
 *
 * A job whose process was killed is run again: with the embedded database at the next start, with PostgreSQL
 * within about twenty seconds by any process. A run that has lost its job to another one records nothing.
 *
 * NOTE: with the embedded database a handler's transaction keeps every other statement waiting; keep them short.
 */
export function createJobs(open: OpenDatabase, logger: Logger, options: CreateJobsOptions = {}): Jobs {
  const { pollIntervalMs = 2_000, leaseMs = 15_000, tracing } = options;
  const registrations = new Map<string, Registration>();
  const schedules = new Map<string, { readonly cron: string; readonly timeZone: string }>();
  const loops = new Map<string, WorkLoop<TakenJob>>();
  const running = new RunningJobs();
  let state: 'new' | 'started' | 'stopping' | 'stopped' = 'new';
  let isGivingUp = false;

  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        try {
          return await open.execute(text, values);
        } catch (error) {
          if (!isGivingUp) throw error;
          return { rows: [{ count: 0 }] };
        }
      },
    },
    backend: open.kind === 'embedded' ? 'pglite' : 'postgres',
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    cronWorkerIntervalSeconds,
    flowIntervalSeconds,
  });
  const logFailure = createFailureLog(logger);
  boss.on('error', logFailure);
  boss.on('warning', (warning) => logger.warn({ warning: warning.message }, 'the job queue gives a warning'));
  const watch = new DueWatch({ open, intervalMs: pollIntervalMs, onDue: wake, onError: logFailure });
  const leases = new LeaseKeeper({
    open,
    boss,
    running,
    leaseMs,
    onError: logFailure,
  });

  async function send(
    name: string,
    data: object,
    enqueue: EnqueueOptions,
    db?: ReturnType<typeof fromKysely>,
  ) {
    if (state !== 'started') throw new TypeError('jobs can be added only between start and stop');
    if (!registrations.has(name)) throw new TypeError(`no job is registered as ${name}`);
    const id = await boss.send(name, withTrace(data), {
      ...(enqueue.key === undefined ? {} : { singletonKey: enqueue.key }),
      ...(enqueue.startAfter === undefined ? {} : { startAfter: enqueue.startAfter }),
      ...(db === undefined ? {} : { db }),
    });
    return id ?? undefined;
  }

  function wake(name: string): void {
    if (state === 'started') loops.get(name)?.wake();
  }

  function work(name: string, { handler, options: own }: Registration): void {
    const loop = new WorkLoop<TakenJob>({
      take: () => takeJob(open, name),
      run: (taken) => runJob(taken, handler, own),
      concurrency: own.concurrency ?? 1,
      onError: logFailure,
    });
    loops.set(name, loop);
    loop.start();
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
        await giveBackRun(open, boss, run);
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
    if (running.isInterrupted && outcome.retryable) return await giveBackRun(open, boss, run);
    return await failRun(open, boss, run, outcome);
  }

  async function beginWork(): Promise<void> {
    if (open.kind === 'embedded') await failAbandonedJobs(open, boss);
    await keepSchedules(boss, schedules);
    for (const [name, registration] of registrations) work(name, registration);
    // It wakes the loops that have something to do.
    watch.start([...registrations.keys()]);
    leases.start([...registrations.keys()]);
  }

  return {
    register(name, handler, registerOptions = {}) {
      if (state !== 'new') throw new TypeError('jobs are registered before start');
      if (registrations.has(name)) throw new TypeError(`${name} is registered twice`);
      registrations.set(name, { handler: handler as unknown as JobHandler<never>, options: registerOptions });
    },
    schedule(name, cron, scheduleOptions = {}) {
      if (state !== 'new') throw new TypeError('jobs are scheduled before start');
      if (!registrations.has(name)) throw new TypeError(`no job is registered as ${name}`);
      schedules.set(name, { cron, timeZone: scheduleOptions.timeZone ?? 'America/Sao_Paulo' });
    },
    async enqueue(name, data, enqueueOptions = {}) {
      const id = await send(name, data, enqueueOptions);
      wake(name);
      return id;
    },
    wake,
    enqueueIn: (tx, name, data, enqueueOptions = {}) => send(name, data, enqueueOptions, fromKysely(tx)),
    async start({ work: isWorker = true } = {}) {
      if (state !== 'new') throw new TypeError('jobs are started once');
      try {
        {
          // pg-boss looks for its schema before it locks anything: of two processes that find none, one would fail.
          await using _preparation = await waitForWork(open, 'jobs/prepare');
          await boss.start();
          await ensureJobsIndexes(open);
          await prepareQueues(boss, registrations);
        }
        state = 'started';
        if (isWorker) await beginWork();
      } catch (error) {
        state = 'stopped';
        await boss.stop({ graceful: false });
        throw error;
      }
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
      await watch.stop();
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
      const timer = new AbortController();
      const timeUp = delay(timeoutMs, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([running.waitForAll(), timeUp]);
      timer.abort();
      state = 'stopped';
      await leases.stop();
      const unfinished = running.list();
      try {
        for (const run of unfinished) await giveBackRun(open, boss, run);
        await boss.stop({ graceful: false });
      } catch (error) {
        // The database is gone. The jobs come back when their runs have given no sign of life for a while.
        logger.error(describeFailure(error), 'running jobs could not be put back in the queue');
        // pg-boss leaves its timers running when a statement of its stop fails; so none does.
        isGivingUp = true;
        await boss.stop({ graceful: false });
        return;
      }
      if (unfinished.length > 0) {
        logger.warn({ count: unfinished.length }, 'jobs that did not finish in time went back to the queue');
      }
    },
  };
}

/** Makes the queues that are missing and changes those that differ: at most starts none does. */
async function prepareQueues(boss: PgBoss, registrations: ReadonlyMap<string, Registration>): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const [name, { options }] of registrations) {
    // Signs of life are not pg-boss's to look for.
    const settings = { ...settingsOf(options), heartbeatSeconds: null };
    const queue = present.get(name);
    if (queue !== undefined && isPart(settings, queue)) continue;
    await boss.createQueue(name, { ...settingsOf(options), policy: options.policy ?? 'standard' });
    // An existing queue keeps its old settings when it is created again.
    await boss.updateQueue(name, settings);
    // Loads the queue into pg-boss's cache, where those that were present are. Otherwise the first job added in a
    // transaction would look it up outside of it, and with one connection wait for itself.
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
  }
}

function settingsOf(options: JobOptions) {
  return {
    expireInSeconds: options.timeoutSeconds ?? defaultTimeoutSeconds,
    retryLimit: options.retryLimit ?? 5,
    retryDelay: options.retryDelaySeconds ?? 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    deleteAfterSeconds: keepFinishedSeconds,
  };
}

/** True if the object has these values. */
function isPart<Values extends object>(
  values: Values,
  object: Partial<Record<keyof Values, unknown>>,
): boolean {
  return Object.entries(values).every(([name, value]) => object[name as keyof Values] === value);
}

async function keepSchedules(
  boss: PgBoss,
  schedules: ReadonlyMap<string, { readonly cron: string; readonly timeZone: string }>,
): Promise<void> {
  const present = await boss.getSchedules();
  for (const { name } of present) {
    if (!schedules.has(name)) await boss.unschedule(name);
  }
  for (const [name, { cron, timeZone }] of schedules) {
    const isSame = present.some((one) => one.name === name && one.cron === cron && one.timezone === timeZone);
    if (!isSame) await boss.schedule(name, cron, {}, { tz: timeZone });
  }
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
