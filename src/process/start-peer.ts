import type { Server } from 'node:net';
import type { Config } from '../app.ts';
import type { PeerRole } from '../module.ts';
import { systemClock } from '../platform/clock.ts';
import { toListenerUrl } from '../platform/config/index.ts';
import { letHeapGrow } from '../platform/let-heap-grow.ts';
import type { Logger } from '../platform/log.ts';
import { openTelemetry } from '../platform/telemetry/index.ts';
import type { Tracing } from '../platform/tracing/index.ts';
import { HttpError } from '../web/errors.ts';
import { createMetrics, createMetricsServer, type Metrics } from '../web/metrics/index.ts';
import { measureCertificate, readTlsFiles, type TlsFiles } from '../web/read-tls-files.ts';

/** A process that only other processes of the deployment ask. */
export type RunningPeer = {
  readonly url: string;
  readonly metricsUrl?: string;
  /** Resolves when it can answer; rejects when it never will. */
  ready(): Promise<void>;
  /** Answers the open requests within the time limit, then ends. */
  stop(): Promise<void>;
};

/** The parts that a peer is made with. */
export type PeerParts = {
  /** Closed in the opposite order when the peer ends. */
  readonly opened: AsyncDisposableStack;
  readonly tls: TlsFiles | undefined;
  readonly tracing: Tracing | undefined;
  readonly metrics: Metrics;
};

/** Starts a peer: telemetry, what `open` makes, then the listeners of `LISTEN` and `METRICS_LISTEN`. */
export async function startPeer(
  config: Config,
  { role, log }: { readonly role: PeerRole; readonly log: Logger },
  open: (parts: PeerParts) => Promise<{ readonly server: Server; ready(): Promise<void> }>,
): Promise<RunningPeer> {
  letHeapGrow();
  const { server: settings, telemetry: telemetrySettings, secrets } = config;
  await using opened = new AsyncDisposableStack();
  const { tlsCertificateFile: cert, tlsKeyFile: key } = settings;
  const tls = cert === undefined || key === undefined ? undefined : await readTlsFiles({ cert, key });
  const telemetry = opened.adopt(
    await openTelemetry({ settings: telemetrySettings, headers: secrets.otlpHeaders, role, log }),
    (it) => it.close(),
  );
  const metrics = createMetrics();
  if (tls !== undefined) measureCertificate(metrics, { current: () => tls, clock: systemClock });
  const { server, ready } = await open({ opened, tls, tracing: telemetry.tracing, metrics });
  const url = await listen(server, settings.listen, tls !== undefined);
  opened.defer(() => closeServer(server, settings.shutdownTimeoutMs));
  telemetry.sendMetrics(() => metrics.list());
  const { metricsListen } = settings;
  let metricsUrl: string | undefined;
  if (metricsListen !== undefined) {
    const metricsServer = createMetricsServer(metrics);
    metricsUrl = await listen(metricsServer, metricsListen, false);
    opened.defer(() => closeServer(metricsServer, settings.shutdownTimeoutMs));
  }
  const kept = opened.move();
  let stopping: Promise<void> | undefined;
  return {
    url,
    ...(metricsUrl === undefined ? {} : { metricsUrl }),
    ready,
    stop() {
      stopping ??= kept.disposeAsync();
      return stopping;
    },
  };
}

type ListenAddress = Config['server']['listen'];

async function listen(server: Server, address: ListenAddress, isTls: boolean): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const detail = `${toListenerUrl(address)}: ${cause.code ?? 'unknown'}`;
      reject(new HttpError('listen_failed', { detail, cause }));
    });
    server.listen(address.port, address.host, resolve);
  });
  const { port } = server.address() as { readonly port: number };
  return toListenerUrl({ ...address, port }, isTls);
}

async function closeServer(server: Server, timeoutMs: number): Promise<void> {
  const closable = server as Server & { closeAllConnections?: () => void };
  const timer = setTimeout(() => closable.closeAllConnections?.(), timeoutMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(timer);
}
