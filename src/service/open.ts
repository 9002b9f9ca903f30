import { engineModule } from '../engine/module.ts';
import { facesModule } from '../faces/module.ts';
import { imagesModule } from '../images/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { peopleModule } from '../people/module.ts';
import { listPartitions, makePartitions } from '../platform/db/index.ts';
import { findHold } from '../platform/deployment/index.ts';
import { readJobBacklogs } from '../platform/jobs/index.ts';
import { addLogGauge } from '../platform/log.ts';
import { succeeds } from '../platform/succeeds.ts';
import { healthRoute, metricsRoute, readinessRoute, type SourceAge } from './routes/probes.ts';
import { systemRoutes } from './routes/system.ts';
import { showProcess } from './show-process.ts';

const jobStates = ['waiting', 'delayed', 'running', 'failed'] as const;

/** Opens health, readiness and figures. */
export async function openService(context: ModuleContext) {
  const { cipher, clock, database, log, metrics, role } = context;
  const engine = () => context.use(engineModule).engine;
  addJobGauges(context);
  let isDatabaseAway = false;
  metrics.addGauge({
    name: 'confere_database_away',
    help: '1 while the database does not answer, as far as is known, 0 otherwise.',
    read() {
      // The next reader gets what this one asks: nobody waits for a database that hangs.
      void succeeds(database.ping()).then((isThere) => {
        isDatabaseAway = !isThere;
      });
      return isDatabaseAway ? 1 : 0;
    },
  });
  metrics.addGauge({
    name: 'confere_held',
    help: '1 while nothing leaves the deployment, until `confere resume`, 0 otherwise.',
    read: async () => ((await findHold(database.db)) === undefined ? 0 : 1),
  });
  addLogGauge(metrics, log);
  addReplicaGauges(context);
  addPartitionGauges(context);
  const self = { role, masterKeyId: cipher.currentKeyId, onError: context.onBackgroundError };
  const shown = context.adopt(showProcess(database.db, self), (it) => it.close());
  const clockAheadSeconds = () => {
    const aheadMs = shown.clockAheadMs();
    return aheadMs === undefined ? undefined : aheadMs / 1_000;
  };
  metrics.addGauge({
    name: 'confere_clock_ahead_seconds',
    help: 'How far the clock of this process is ahead of that of the database, at least; negative when it is behind.',
    read: clockAheadSeconds,
  });
  const system = {
    database,
    queue: context.jobs,
    processId: shown.id,
    describeSettings: () => context.describeSettings(),
  };
  let isDraining = false;
  const readiness = {
    isDraining: () => isDraining,
    clockAheadSeconds,
    isDatabaseReachable: () => succeeds(database.ping()),
    describeHold: keepFor(keepHoldMs, () => findHold(database.db)),
    describeReadReplica: () => database.reads?.state(),
    duplicatesState: () => context.use(facesModule).duplicatesState(),
    isPhotoStoreReachable: () => context.use(imagesModule).isReachable(),
    isPhotoStoreReadOnly: () => context.use(imagesModule).isReadOnly(),
    areModelsLoaded: () => engine().isReady(),
    describeModels: () => engine().describe(),
    describeSources: keepFor(keepAgesMs, () => listSourceAges(context)),
    describeCohort: () =>
      context
        .use(facesModule)
        .cohort.describe()
        .catch(() => undefined),
  };
  return {
    parts: {
      drain() {
        isDraining = true;
      },
    },
    routes: [
      {
        on: ['customer'],
        add(app) {
          metricsRoute(app, { metrics });
          systemRoutes(app, { system });
        },
      },
      {
        on: 'every',
        add(app) {
          healthRoute(app);
          readinessRoute(app, { readiness });
        },
      },
    ],
    registerJobs(jobs) {
      jobs.schedule('make-partitions', '23 1 * * *', async () => {
        await makePartitions(database, clock.now());
        return { outcome: 'done' };
      });
    },
    start: () => shown.start(),
  } satisfies OpenModule<unknown>;
}

/** Probes come every few seconds; ages are days. */
const keepAgesMs = 60_000;
const keepHoldMs = 10_000;

/** Keeps what was read for some time; undefined while the database does not say. */
function keepFor<T>(keptMs: number, read: () => Promise<T>): () => Promise<T | undefined> {
  let kept: { readonly atMs: number; readonly value: T } | undefined;
  return async () => {
    if (kept !== undefined && performance.now() - kept.atMs < keptMs) return kept.value;
    try {
      const value = await read();
      kept = { atMs: performance.now(), value };
      return value;
    } catch {
      return undefined;
    }
  };
}

/** Ages of what was imported. */
async function listSourceAges(context: ModuleContext): Promise<readonly SourceAge[]> {
  const states = await context.use(peopleModule).listStates();
  return states.flatMap(({ name, kind, ageDays, health }) =>
    ageDays === undefined || kind === 'provider' ? [] : [{ name, ageDays, isOld: health === 'old' }],
  );
}

/** Nothing without a read replica. */
function addReplicaGauges({ database: { reads }, metrics }: ModuleContext): void {
  if (reads === undefined) return;
  metrics.addGauge({
    name: 'confere_read_replica_in_use',
    help: '1 while the read replica serves reads, 0 while the primary does.',
    read: () => (reads.state() === 'in_use' ? 1 : 0),
  });
  metrics.addGauge({
    name: 'confere_read_replica_lag_seconds',
    help: 'Age of the data of the read replica at most; missing while it is unreachable.',
    read: () => {
      const lagMs = reads.lagMs();
      return lagMs === undefined ? undefined : lagMs / 1_000;
    },
  });
}

/** The default partition takes rows beyond the last month, so that a table at 0 is slower, not closed. */
function addPartitionGauges({ clock, database, metrics }: ModuleContext): void {
  metrics.addGauges({
    about: {
      confere_partitions_ahead_seconds: {
        help: 'Time from now to the end of the last partition of a table; negative once it has ended.',
        labels: ['table'],
      },
    },
    async read() {
      const now = clock.now().getTime();
      return (await listPartitions(database)).map(({ name, partitions }) => ({
        name: 'confere_partitions_ahead_seconds' as const,
        labels: { table: name },
        value: ((partitions.at(-1)?.to?.getTime() ?? now) - now) / 1_000,
      }));
    },
  });
}

function addJobGauges({ metrics, database, jobs }: ModuleContext): void {
  metrics.addGauges({
    about: {
      confere_jobs: {
        help: 'Jobs in all processes together; failed ones are kept for a day.',
        labels: ['kind', 'state'],
      },
      confere_jobs_oldest_waiting_seconds: {
        help: 'How long the longest waiting job could have been taken; 0 when none waits.',
        labels: ['kind'],
      },
    },
    async read() {
      return (await readJobBacklogs(database, jobs.listKinds())).flatMap((backlog) => [
        ...jobStates.map((state) => ({
          name: 'confere_jobs' as const,
          labels: { kind: backlog.name, state },
          value: backlog[state],
        })),
        {
          name: 'confere_jobs_oldest_waiting_seconds' as const,
          labels: { kind: backlog.name },
          value: backlog.oldestWaitingSeconds,
        },
      ]);
    },
  });
}
