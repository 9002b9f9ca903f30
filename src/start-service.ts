import { createServer } from 'node:net';
import type { ClientCredentials } from './access/index.ts';
import type { FaceEngine } from './faces/index.ts';
import type { Surface } from './http/access.ts';
import { HttpError } from './http/errors.ts';
import { type App, buildServer } from './http/server.ts';
import { openStorage } from './open-storage.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type Config, type ListenAddress, toListenerUrl } from './platform/config/index.ts';
import type { Logger } from './platform/log.ts';
import { createServices } from './services.ts';

export type RunningService = {
  /** Where the customer surface listens, and both surfaces unless `mobileUrl` differs. */
  readonly url: string;
  readonly mobileUrl: string;
  /** Credentials of the first administrator, when this start made it. */
  readonly firstAdmin: ClientCredentials | undefined;
  /** Resolves when the face networks are loaded; rejects when they cannot be. */
  ready(): Promise<void>;
  /** Stops taking requests, lets open ones finish, returns running jobs to the queue, closes everything. */
  stop(): Promise<void>;
};

/**
 * Starts the service: storage, parts, background jobs, listeners. Resolves once it listens; the face networks
 * may still be loading, which `/readyz` tells and requests wait for.
 */
export async function startService(
  config: Config,
  deps: { readonly log: Logger; readonly clock?: Clock; readonly engine?: FaceEngine },
): Promise<RunningService> {
  const { log, clock = systemClock } = deps;
  await using opened = new AsyncDisposableStack();
  const listen = await withPort(config.server.listen);
  const mobileListen = config.server.mobileListen && (await withPort(config.server.mobileListen));
  const url = toListenerUrl(listen);
  const mobileUrl = mobileListen === undefined ? url : toListenerUrl(mobileListen);
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
    }),
  );
  const { shutdownTimeoutMs } = config.server;
  opened.adopt(services.jobs, (jobs) => jobs.stop({ timeoutMs: shutdownTimeoutMs }));
  await services.jobs.start();

  const startListener = async (address: ListenAddress, surfaces: readonly Surface[], base: string) => {
    const app = await buildServer({
      log,
      verifier: services.verifier,
      routes: services.routes,
      surfaces,
      baseUrl: base,
      customerBaseUrl: baseUrl,
      maxImageBytes: config.images.maxBytes,
      requestTimeoutMs: config.server.requestTimeoutMs,
      trustedProxies: config.server.trustedProxies,
      rateLimitPerMinute: config.server.rateLimitPerMinute,
    });
    opened.defer(() => closeWithin(app, shutdownTimeoutMs));
    await app.listen({ host: address.host, port: address.port }).catch((cause) => {
      throw cannotListen(address, cause);
    });
  };
  await startListener(listen, mobileListen === undefined ? ['customer', 'mobile'] : ['customer'], baseUrl);
  if (mobileListen !== undefined) await startListener(mobileListen, ['mobile'], mobileBaseUrl);
  await storage.folder.announce(url);

  const kept = opened.move();
  let stopping: Promise<void> | undefined;
  return {
    url,
    mobileUrl,
    firstAdmin: storage.firstAdmin,
    ready: () => services.engine.ready(),
    stop() {
      stopping ??= kept.disposeAsync();
      return stopping;
    },
  };
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
