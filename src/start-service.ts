import { randomBytes } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { Server } from 'node:tls';
import type { ClientCredentials } from './access/index.ts';
import type { DuplicateSearch, FaceEngine } from './faces/index.ts';
import type { Surface } from './http/access.ts';
import { HttpError } from './http/errors.ts';
import { createMetricsServer, type Metrics } from './http/metrics/index.ts';
import { readTlsFiles, type TlsFiles } from './http/read-tls-files.ts';
import { type App, buildServer } from './http/server.ts';
import { openStorage } from './open-storage.ts';
import { createOperatorTasks } from './operator-tasks/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type Config, type ListenAddress, toListenerUrl } from './platform/config/index.ts';
import type { Logger } from './platform/log.ts';
import type { Source } from './profiles/index.ts';
import { createServices } from './services.ts';

export type RunningService = {
  /** Where the customer surface listens, and both surfaces unless `mobileUrl` differs. */
  readonly url: string;
  readonly mobileUrl: string;
  /** Where metrics are shown to everybody, with METRICS_LISTEN. */
  readonly metricsUrl?: string;
  /** Credentials of the first administrator, when this start made it. */
  readonly firstAdmin: ClientCredentials | undefined;
  /** The index of registered faces, when it is on. */
  readonly duplicates: DuplicateSearch | undefined;
  /** Resolves when the face networks are loaded; rejects when they cannot be. */
  ready(): Promise<void>;
  /**
   * Reads certificate and key anew for connections that come from now on; false when there is no TLS. Rejects with
   * `tls_unusable`, and the old ones stay.
   */
  reloadTls(): Promise<boolean>;
  /** Stops taking requests, lets open ones finish, returns running jobs to the queue, closes everything. */
  stop(): Promise<void>;
};

/**
 * Starts the service: storage, parts, background jobs, listeners. Resolves once it listens; the face networks
 * may still be loading, which `/readyz` tells and requests wait for.
 */
export async function startService(
  config: Config,
  deps: {
    readonly log: Logger;
    readonly clock?: Clock;
    readonly engine?: FaceEngine;
    readonly sources?: readonly Source[];
  },
): Promise<RunningService> {
  const { log, clock = systemClock } = deps;
  await using opened = new AsyncDisposableStack();
  const listen = await withPort(config.server.listen);
  const mobileListen = config.server.mobileListen && (await withPort(config.server.mobileListen));
  const readTls = createTlsReader(config);
  const tls = await readTls?.();
  const isTls = tls !== undefined;
  const url = toListenerUrl(listen, isTls);
  const mobileUrl = mobileListen === undefined ? url : toListenerUrl(mobileListen, isTls);
  const baseUrl = config.server.baseUrl ?? url;
  const mobileBaseUrl = config.server.mobileBaseUrl ?? (mobileListen === undefined ? baseUrl : mobileUrl);

  const storage = opened.use(await openStorage(config, { log, clock, purpose: 'serve' }));
  const services = opened.use(
    await createServices({
      config,
      storage,
      log,
      clock,
      baseUrl,
      mobileBaseUrl,
      ...(deps.engine === undefined ? {} : { engine: deps.engine }),
      ...(deps.sources === undefined ? {} : { sources: deps.sources }),
    }),
  );
  const { shutdownTimeoutMs } = config.server;
  opened.adopt(services.jobs, (jobs) => jobs.stop({ timeoutMs: shutdownTimeoutMs }));
  await services.jobs.start();
  services.duplicates?.start();
  const taskKey = randomBytes(32).toString('base64url');
  const shutdown = new AbortController();
  const tasks = createOperatorTasks({ config, storage, clock, log, services: async () => services });
  const routes = {
    ...services.routes,
    // On PostgreSQL commands open the database themselves.
    ...(storage.database.kind === 'embedded'
      ? { operatorTasks: { tasks, key: taskKey, signal: shutdown.signal, log } }
      : {}),
  };

  const servers: Server[] = [];
  const startListener = async (
    address: ListenAddress,
    surfaces: readonly (Surface | 'commands')[],
    base: string,
  ) => {
    const listenerTls = surfaces.includes('commands') ? undefined : tls;
    const app = await buildServer({
      tls: listenerTls,
      log,
      verifiers: services.verifiers,
      audit: services.audit,
      routes,
      surfaces,
      baseUrl: base,
      customerBaseUrl: baseUrl,
      maxImageBytes: config.images.maxBytes,
      requestTimeoutMs: config.server.requestTimeoutMs,
      trustedProxies: config.server.trustedProxies,
      limits: services.limits,
      metrics: services.metrics,
      maxHeaderBytes: config.server.maxHeaderBytes,
      maxEventLoopDelayMs: config.server.maxEventLoopDelayMs,
      corsOrigins: config.server.corsOrigins,
    });
    opened.defer(() => closeWithin(app, shutdownTimeoutMs));
    await app.listen({ host: address.host, port: address.port }).catch((cause) => {
      throw cannotListen(address, cause);
    });
    if (listenerTls !== undefined) servers.push(app.server as unknown as Server);
  };
  await startListener(listen, mobileListen === undefined ? ['customer', 'mobile'] : ['customer'], baseUrl);
  if (mobileListen !== undefined) await startListener(mobileListen, ['mobile'], mobileBaseUrl);
  const metricsListen = config.server.metricsListen && (await withPort(config.server.metricsListen));
  if (metricsListen !== undefined) {
    opened.adopt(await startMetricsListener(metricsListen, services.metrics), (server) =>
      closeServer(server),
    );
  }
  let commandUrl = url;
  if (isTls && storage.database.kind === 'embedded') {
    // Commands on this machine need not know what name the certificate has.
    const loopback = await withPort({ host: '127.0.0.1', port: 0 });
    await startListener(loopback, ['commands'], baseUrl);
    commandUrl = toListenerUrl(loopback);
  }
  await storage.folder.announce({ url: commandUrl, taskKey });
  opened.defer(() => shutdown.abort());

  const kept = opened.move();
  let stopping: Promise<void> | undefined;
  return {
    url,
    mobileUrl,
    ...(metricsListen === undefined ? {} : { metricsUrl: toListenerUrl(metricsListen) }),
    firstAdmin: storage.firstAdmin,
    duplicates: services.duplicates,
    ready: () => services.engine.ready(),
    async reloadTls() {
      const files = await readTls?.();
      if (files === undefined) return false;
      for (const server of servers) server.setSecureContext({ ...files, minVersion: 'TLSv1.2' });
      return true;
    },
    stop() {
      stopping ??= kept.disposeAsync();
      return stopping;
    },
  };
}

function createTlsReader(config: Config): (() => Promise<TlsFiles>) | undefined {
  const { tlsCertificateFile: cert, tlsKeyFile: key } = config.server;
  return cert === undefined || key === undefined ? undefined : () => readTlsFiles({ cert, key });
}

async function startMetricsListener(address: ListenAddress, metrics: Metrics): Promise<HttpServer> {
  const server = createMetricsServer(metrics);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(address, cause)));
    server.listen(address.port, address.host, resolve);
  });
  return server;
}

async function closeServer(server: HttpServer): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Closes a listener once its open requests are answered, or cuts them when that takes too long. */
async function closeWithin(app: App, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}

/** The same address with a free port in the place of 0: links and the issuer need it before anything listens. */
async function withPort(address: ListenAddress): Promise<ListenAddress> {
  if (address.port !== 0) return address;
  const probe = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    probe.once('error', (cause) => reject(cannotListen(address, cause)));
    probe.listen(0, address.host, () => resolve((probe.address() as { port: number }).port));
  });
  await new Promise((resolve) => probe.close(resolve));
  return { host: address.host, port };
}

function cannotListen(address: ListenAddress, cause: unknown): HttpError {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  return new HttpError('listen_failed', { detail: `${toListenerUrl(address)}: ${code}`, cause });
}
