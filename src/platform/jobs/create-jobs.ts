import { setTimeout as delay } from 'node:timers/promises';
import { fromKysely, type JobResult, PgBoss } from 'pg-boss';
import type { OpenDatabase } from '../db/index.ts';
import type { Logger } from '../log.ts';
import { describeFailure, listenToEvents } from './failure-log.ts';
import { failAbandonedJobs, restoreJobs } from './job-store.ts';
import { RunningJobs } from './running-jobs.ts';
import type { EnqueueOptions, Job, JobHandler, JobOptions, JobOutcome, Jobs } from './types.ts';

export type CreateJobsOptions = {
  /** How often each kind of job looks for work added by other processes. Default 2,000, at least 500. */
  readonly pollIntervalMs?: number;
  /** How often jobs of processes that ended are looked for. Default 30,000, at least 1,000. */
  readonly superviseIntervalMs?: number;
};

type Registration = { readonly handler: JobHandler<never>; readonly options: JobOptions };

/** A run that gives no sign of life for so long belongs to a process that ended; another one takes the job. */
const heartbeatSeconds = 30;
const keepFinishedSeconds = 86_400;

/**
 * Background jobs in the same database (pg-boss): kept until done, retried with growing delays, shared by every
 * process on the database. Register and schedule first, then start; stop before the database is closed.
 *
 * A job whose process was killed is run again: with the embedded database at the next start, with PostgreSQL
 * within about a minute by any process.
 *
 * NOTE: with the embedded database a handler's transaction keeps every other statement waiting; keep them short.
 */
export function createJobs(open: OpenDatabase, logger: Logger, options: CreateJobsOptions = {}): Jobs {
  const pollingIntervalSeconds = (options.pollIntervalMs ?? 2_000) / 1_000;
  const superviseIntervalSeconds = (options.superviseIntervalMs ?? 30_000) / 1_000;
  const registrations = new Map<string, Registration>();
  const schedules = new Map<string, { readonly cron: string; readonly timeZone: string }>();
  const workerIds = new Map<string, string[]>();
  const running = new RunningJobs();
  let state: 'new' | 'started' | 'stopped' = 'new';
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
  });
  listenToEvents(boss, logger);

  async function send(
    name: string,
    data: object,
    enqueue: EnqueueOptions,
    db?: ReturnType<typeof fromKysely>,
  ) {
    if (state !== 'started') throw new TypeError('jobs can be added only between start and stop');
    if (!registrations.has(name)) throw new TypeError(`no job is registered as ${name}`);
    const id = await boss.send(name, data, {
      ...(enqueue.key === undefined ? {} : { singletonKey: enqueue.key }),
      ...(enqueue.startAfter === undefined ? {} : { startAfter: enqueue.startAfter }),
      ...(db === undefined ? {} : { db }),
    });
    return id ?? undefined;
  }

  function wake(name: string): void {
    if (state !== 'started') return;
    for (const workerId of workerIds.get(name) ?? []) boss.notifyWorker(workerId);
  }

  /** The handler's outcome; a throw is one, too. */
  async function run(name: string, handler: JobHandler<never>, job: Job): Promise<JobOutcome> {
    try {
      return await handler(job as Job<never>);
    } catch (error) {
      const failure = describeFailure(error);
      logger.warn({ job: name, jobId: job.id, ...failure }, 'a job failed with an error');
      return { outcome: 'failed', retryable: true, reason: failure.reason };
    }
  }

  async function work(name: string, { handler, options: own }: Registration): Promise<void> {
    const workOptions = { pollingIntervalSeconds, perJobResults: true } as const;
    const ids: string[] = [];
    workerIds.set(name, ids);
    for (let worker = 0; worker < (own.concurrency ?? 1); worker += 1) {
      ids[worker] = await boss.work(name, workOptions, async (batch: Job[]) => {
        // Who found a job looks for the next one at once: pauses are for an empty queue.
        boss.notifyWorker(ids[worker]!);
        return await Promise.all(batch.map((job) => runJob(name, handler, job)));
      });
    }
  }

  async function runJob(name: string, handler: JobHandler<never>, job: Job): Promise<JobResult> {
    const outcome = await running.run({ name, id: job.id }, job.signal, (signal) =>
      run(name, handler, { id: job.id, data: job.data ?? {}, signal }),
    );
    if (outcome.outcome === 'failed' && !outcome.retryable) {
      logger.error({ job: name, jobId: job.id, reason: outcome.reason }, 'a job failed for good');
    }
    return { id: job.id, status: toStatus(outcome), output: outcome };
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
      await boss.start();
      try {
        for (const [name, registration] of registrations) {
          await prepareQueue(boss, name, registration.options);
        }
        state = 'started';
        if (!isWorker) return;
        if (open.kind === 'embedded') await failAbandonedJobs(open, boss);
        await keepSchedules(boss, schedules);
        for (const [name, registration] of registrations) await work(name, registration);
      } catch (error) {
        state = 'stopped';
        await boss.stop({ graceful: false });
        throw error;
      }
    },
    async stop({ timeoutMs }) {
      if (state !== 'started') {
        state = 'stopped';
        return;
      }
      state = 'stopped';
      const timer = new AbortController();
      const finished = Promise.all([...workerIds.keys()].map((name) => boss.offWork(name, { wait: true })));
      running.interrupt();
      await Promise.race([finished, delay(timeoutMs, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
      const unfinished = running.listUnfinished();
      try {
        await boss.stop({ graceful: false });
        // pg-boss has given up on the runs it left and records them as failed; only then they can be put back.
        await finished;
        await restoreJobs(open, unfinished);
      } catch (error) {
        // The database is gone. The jobs come back when their heartbeat has been missing for a while.
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

function toStatus(outcome: JobOutcome): 'completed' | 'failed' | 'deadletter' {
  if (outcome.outcome !== 'failed') return 'completed';
  // Without a dead letter queue, as here, this status means: failed, and not to be tried again.
  return outcome.retryable ? 'failed' : 'deadletter';
}

async function prepareQueue(boss: PgBoss, name: string, options: JobOptions): Promise<void> {
  const settings = {
    expireInSeconds: options.timeoutSeconds ?? 900,
    retryLimit: options.retryLimit ?? 5,
    retryDelay: options.retryDelaySeconds ?? 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    heartbeatSeconds,
    deleteAfterSeconds: keepFinishedSeconds,
  };
  await boss.createQueue(name, { ...settings, policy: options.policy ?? 'standard' });
  // An existing queue keeps its old settings when it is created again.
  await boss.updateQueue(name, settings);
  // Loads the queue into pg-boss's cache. Otherwise the first job added in a transaction would look it up outside
  // of it, and with one connection wait for itself.
  await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
}

async function keepSchedules(
  boss: PgBoss,
  schedules: ReadonlyMap<string, { readonly cron: string; readonly timeZone: string }>,
): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!schedules.has(name)) await boss.unschedule(name);
  }
  for (const [name, { cron, timeZone }] of schedules) {
    await boss.schedule(name, cron, {}, { tz: timeZone });
  }
}
