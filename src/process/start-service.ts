import { randomBytes } from 'node:crypto';
import type { Server } from 'node:net';
import { type ClientCredentials, showFirstAdmin } from '../access/index.ts';
import { accessModule } from '../access/module.ts';
import {
  type FirstInvitation,
  inviteFirstAdministrator,
  withdrawFirstInvitation,
} from '../accounts/index.ts';
import { accountsModule } from '../accounts/module.ts';
import { type Config, modules } from '../app.ts';
import { captureModule } from '../capture/module.ts';
import { type BegunEngine, beginEngine, type FaceEngine } from '../engine/index.ts';
import { engineModule } from '../engine/module.ts';
import type { DuplicateSearch } from '../faces/index.ts';
import { facesModule } from '../faces/module.ts';
import { imagesModule } from '../images/module.ts';
import type { Module, ServiceRole, StartedService } from '../module.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { toListenerUrl } from '../platform/config/index.ts';
import { findHoldAtStart, waitForResume } from '../platform/deployment/index.ts';
import { nameFailure } from '../platform/errors.ts';
import { eventTypesPoint } from '../platform/events/index.ts';
import type { CreateJobsOptions } from '../platform/jobs/index.ts';
import { letHeapGrow } from '../platform/let-heap-grow.ts';
import type { Logger } from '../platform/log.ts';
import { openTelemetry } from '../platform/telemetry/open-telemetry.ts';
import type { ExecutionLimits, Source } from '../profiles/index.ts';
import { createSandboxEngine, inventSources } from '../sandbox/index.ts';
import { serviceModule } from '../service/module.ts';
import { runOperatorTaskRoute } from '../service/routes/run-operator-task.ts';
import type { Surface } from '../web/access.ts';
import type { App, Routes } from '../web/app.ts';
import { HttpError } from '../web/errors.ts';
import { measureCertificate, type TlsFiles } from '../web/read-tls-files.ts';
import { buildServer } from '../web/server.ts';
import {
  cannotListen,
  closeServer,
  createTlsReader,
  type HeldAddress,
  holdPort,
  noteConnections,
  renewTls,
  showMetrics,
} from './listen.ts';
import { openModules } from './open-modules.ts';
import { openStorage } from './open-storage.ts';
import { prepareFirstAdmin } from './prepare-first-admin.ts';
import { createOperatorTasks } from './run-task-here.ts';

export type RunningService = StartedService & {
  /** Where the mobile surface listens; `url` unless it has a listener of its own. */
  readonly mobileUrl: string;
  /** Where metrics are shown to everybody, with METRICS_LISTEN. */
  readonly metricsUrl?: string;
  /** The index of registered faces, when it is on. */
  readonly duplicates: DuplicateSearch | undefined;
  /**
   * Reads certificate and key anew for connections that come from now on; false when there is no TLS. Rejects with
   * `tls_unusable`, and the old ones stay.
   */
  reloadTls(): Promise<boolean>;
  /** Rejects when the embedded database has crashed: nothing but a new start helps. */
  readonly crashed: Promise<never> | undefined;
  /** Says from now on that it is not ready, and answers as before. */
  drain(): void;
};

/**
 * Starts the service: storage, parts, background jobs, listeners. Resolves once it listens; the face networks
 * may still be loading, which `/readyz` tells and requests wait for.
 */
export async function startService(
  config: Config,
  deps: {
    readonly log: Logger;
    /** The part of the service that this process is. Default `all`. */
    readonly role?: ServiceRole;
    readonly clock?: Clock;
    readonly engine?: FaceEngine;
    readonly sources?: readonly Source[];
    /** Other limits of executions than the usual ones, for tests. */
    readonly executionLimits?: Partial<ExecutionLimits>;
    /** Other options of background jobs, for tests. */
    readonly jobs?: CreateJobsOptions;
    /**
     * Shows the first administrator's credentials. They count as shown when it resolves, and without it when this
     * does. When it rejects, the service runs all the same and the next start shows them.
     */
    readonly showFirstAdmin?: (
      credentials: ClientCredentials,
      kind: 'embedded' | 'postgres',
    ) => Promise<void>;
    /** Shows the link for the first administrator's account. When it rejects, the next start makes another one. */
    readonly showFirstInvitation?: (invitation: FirstInvitation) => Promise<void>;
  },
): Promise<RunningService> {
  const { log, clock = systemClock, role = 'all' } = deps;
  letHeapGrow();
  const isSandbox = config.environment.sandbox === 'on';
  await using opened = new AsyncDisposableStack();
  const listen = await holdPort(config.server.listen, opened);
  const mobileListen = config.server.mobileListen && (await holdPort(config.server.mobileListen, opened));
  const readTls = createTlsReader(config.server);
  let tls = await readTls?.();
  const isTls = tls !== undefined;
  const url = toListenerUrl(listen, isTls);
  const mobileUrl = mobileListen === undefined ? url : toListenerUrl(mobileListen, isTls);
  const baseUrl = config.server.baseUrl ?? url;
  const mobileBaseUrl = config.server.mobileBaseUrl ?? (mobileListen === undefined ? baseUrl : mobileUrl);

  if (role !== 'all' && config.secrets.databaseUrl === undefined) {
    throw new HttpError('role_needs_postgres', { detail: `--role ${role} with the embedded database.` });
  }
  const telemetry = opened.adopt(await openTelemetry(config, role, log), (it) => it.close());
  const engine = deps.engine ?? (isSandbox ? createSandboxEngine() : undefined);
  let begunEngine: BegunEngine | undefined;
  const storage = opened.use(
    await openStorage(config, {
      log,
      clock,
      purpose: 'serve',
      // Threads of their own load the networks while this one opens the database.
      onFolder({ directory }) {
        if (engine !== undefined) return;
        const { maxPixels } = config.images;
        begunEngine = opened.use(beginEngine({ settings: config, maxPixels, dataDir: directory, log }));
      },
    }),
  );
  const open = opened.use(
    await openModules({
      config,
      storage,
      log,
      clock,
      role,
      tracing: telemetry.tracing,
      baseUrl,
      mobileBaseUrl,
      replacements: {
        engine,
        begunEngine,
        changeSources: isSandbox ? inventSources : undefined,
        sources: deps.sources,
        executionLimits: deps.executionLimits,
        jobs: deps.jobs,
      },
    }),
  );
  const { shutdownTimeoutMs } = config.server;
  // Listeners and jobs share the time; jobs, which are told last, have a second at least.
  let cutAt: number | undefined;
  const leftToStop = () => {
    cutAt ??= performance.now() + shutdownTimeoutMs;
    return Math.max(1_000, cutAt - performance.now());
  };
  opened.adopt(open.jobs, (jobs) => jobs.stop({ timeoutMs: leftToStop() }));
  const heldSince = await findHoldAtStart(storage.database, clock.now());
  const isWorker = role !== 'web';
  await open.jobs.start({ work: isWorker && heldSince === undefined });
  for (const { start } of open.all) start?.();
  const beginWork = () => {
    for (const { work } of open.all) work?.();
  };
  if (heldSince !== undefined) {
    log.warn({ heldSince }, 'nothing leaves this restored copy until: confere resume');
    if (isWorker) {
      const stopped = new AbortController();
      opened.defer(() => stopped.abort());
      void waitForResume(storage.database, { signal: stopped.signal })
        .then(async (isResumed) => {
          if (!isResumed) return;
          await open.jobs.work();
          beginWork();
          log.warn('the hold has ended: webhooks, watches and jobs go on');
        })
        .catch((cause: unknown) => log.error({ cause }, 'work could not begin; restart the service'));
    }
  } else if (isWorker) beginWork();
  const taskKey = randomBytes(32).toString('base64url');
  if (tls !== undefined) measureCertificate(open.metrics, { current: () => tls as TlsFiles, clock });
  telemetry.sendMetrics(() => open.metrics.list());
  const shutdown = new AbortController();
  const tasks = await createOperatorTasks({
    config,
    storage,
    clock,
    log,
    baseUrl,
    open: async () => open,
  });
  const answering = role === 'jobs' ? [serviceModule as Module] : modules;
  const routes: Routes[] = open.all.flatMap((it, index) =>
    answering.includes(modules[index] as Module) ? (it.routes ?? []) : [],
  );
  // On PostgreSQL commands open the database themselves.
  if (storage.database.kind === 'embedded') {
    const deps = { tasks, key: taskKey, signal: shutdown.signal, log };
    routes.push({ on: ['customer', 'commands'], add: (app) => runOperatorTaskRoute(app, deps) });
  }

  const servers: Server[] = [];
  const apps: App[] = [];
  opened.defer(async () => {
    await Promise.all(apps.map((app) => closeServer(app.server, leftToStop(), () => app.close())));
  });
  const startListener = async (
    address: HeldAddress,
    surfaces: readonly (Surface | 'commands')[],
    base: string,
  ) => {
    const listenerTls = surfaces.includes('commands') ? undefined : tls;
    const app = await buildServer({
      tls: listenerTls,
      log,
      verifiers: open.use(accessModule).verifiers,
      sessions: open.use(accountsModule).sessions,
      audit: open.audit,
      routes,
      reads: storage.database.reads,
      databaseConnections: config.storage.databasePoolSize,
      eventTypes: open.contributions(eventTypesPoint),
      surfaces,
      baseUrl: base,
      maxImageBytes: open.use(imagesModule).limits.maxBytes,
      requestTimeoutMs: config.server.requestTimeoutMs,
      trustedProxies: config.server.trustedProxies,
      limits: open.limits,
      metrics: open.metrics,
      tracing: telemetry.tracing,
      maxEventLoopDelayMs: config.server.maxEventLoopDelayMs,
      corsOrigins: config.server.corsOrigins,
      originsOfPaths: open.all.flatMap(({ originsOfPath }) => originsOfPath ?? []),
    });
    apps.push(app);
    await address.release();
    noteConnections(app.server);
    await app.listen({ host: address.host, port: address.port }).catch((cause) => {
      throw cannotListen(address, cause);
    });
    if (listenerTls !== undefined) servers.push(app.server);
  };
  await startListener(listen, mobileListen === undefined ? ['customer', 'mobile'] : ['customer'], baseUrl);
  if (mobileListen !== undefined) await startListener(mobileListen, ['mobile'], mobileBaseUrl);
  const metricsUrl = await showMetrics(open.metrics, config.server.metricsListen, opened);
  let commandUrl = url;
  if (isTls && storage.database.kind === 'embedded') {
    // Commands on this machine need not know what name the certificate has.
    const loopback = await holdPort({ host: '127.0.0.1', port: 0 }, opened);
    await startListener(loopback, ['commands'], baseUrl);
    commandUrl = toListenerUrl(loopback);
  }
  // Only now, with every port in hand: a start that fails must not make credentials that nobody sees.
  await prepareFirstAdmin(storage, clock);
  await storage.folder.announce({ url: commandUrl, taskKey });
  opened.defer(() => shutdown.abort());

  const { db, kind } = storage.database;
  const firstAdmin = await showFirstAdmin({ db, cipher: storage.cipher }, async (credentials) => {
    await deps.showFirstAdmin?.(credentials, kind);
  }).catch((cause: unknown) => {
    log.error(
      { cause: nameFailure(cause) },
      'the first administrator could not be shown; the next start tries again',
    );
    return undefined;
  });

  const firstInvitation =
    role === 'jobs' ? undefined : await inviteFirst(open.use(accountsModule).accounts, deps, log);

  const trial = role === 'jobs' ? undefined : await open.use(captureModule).offerTrial();

  const kept = opened.move();
  let stopping: Promise<void> | undefined;
  return {
    url,
    mobileUrl,
    ...(metricsUrl === undefined ? {} : { metricsUrl }),
    firstAdmin,
    firstInvitation,
    trial,
    duplicates: open.use(facesModule).duplicates,
    crashed: storage.database.kind === 'embedded' ? storage.database.crashed : undefined,
    ready: () => open.use(engineModule).engine.ready(),
    drain: () => open.use(serviceModule).drain(),
    async reloadTls() {
      const renewed = await renewTls(readTls, servers);
      tls = renewed ?? tls;
      return renewed !== undefined;
    },
    stop() {
      stopping ??= kept.disposeAsync();
      return stopping;
    },
  };
}

/** The link for the first administrator, once it was shown; the service runs without it. */
async function inviteFirst(
  accounts: Parameters<typeof inviteFirstAdministrator>[0],
  { showFirstInvitation }: Pick<Parameters<typeof startService>[1], 'showFirstInvitation'>,
  log: Logger,
): Promise<FirstInvitation | undefined> {
  const invitation = await inviteFirstAdministrator(accounts);
  if (invitation === undefined) return undefined;
  try {
    await showFirstInvitation?.(invitation);
    return invitation;
  } catch (cause) {
    log.error({ cause: nameFailure(cause) }, 'the link for the first account could not be shown');
    await withdrawFirstInvitation(accounts);
    return undefined;
  }
}
