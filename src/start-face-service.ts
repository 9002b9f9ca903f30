import type { Server } from 'node:net';
import type { Config } from './app.ts';
import { addEngineGauges, createFaceEngine, createFaceServiceServer } from './engine/index.ts';
import { toListenerUrl } from './platform/config/index.ts';
import type { Logger } from './platform/log.ts';
import { openTelemetry } from './platform/telemetry/index.ts';
import { HttpError } from './web/errors.ts';
import { createMetrics, createMetricsServer } from './web/metrics/index.ts';
import { readTlsFiles } from './web/read-tls-files.ts';

export type RunningFaceService = {
  readonly url: string;
  readonly metricsUrl?: string;
  /** Resolves when the face networks are loaded; rejects when they cannot be. */
  ready(): Promise<void>;
  /** Answers the open requests within the time limit, then ends. */
  stop(): Promise<void>;
};

/**
 * Starts a face service: the networks, and the listener that other processes send photos to (`FACES_URL`). It opens no
 * database, needs no master key, and keeps no photo. Rejects with `faces_secret_missing` without `FACES_SECRET`.
 */
export async function startFaceService(config: Config, log: Logger): Promise<RunningFaceService> {
  const { server: settings, faceService, images } = config;
  const { secret } = faceService;
  if (secret === undefined) throw new HttpError('faces_secret_missing');
  await using opened = new AsyncDisposableStack();
  const { tlsCertificateFile: cert, tlsKeyFile: key } = settings;
  const tls = cert === undefined || key === undefined ? undefined : await readTlsFiles({ cert, key });
  const { telemetry: telemetrySettings, secrets } = config;
  const telemetry = opened.adopt(
    await openTelemetry({ settings: telemetrySettings, headers: secrets.otlpHeaders, role: 'faces', log }),
    (it) => it.close(),
  );
  const engine = opened.adopt(
    await createFaceEngine({
      settings: config.engine,
      maxPixels: images.maxPixels,
      dataDir: config.storage.dataDir,
      onProblem: (problem) => log.warn({ problem }, 'the face networks cannot be used as they are'),
    }),
    (it) => it.close(),
  );
  const server = createFaceServiceServer({
    workers: () => engine.workers(),
    secret: secret.reveal(),
    networks: engine.networks,
    templateModels: engine.templateModels(),
    maxBytes: images.maxBytes,
    requestTimeoutMs: settings.requestTimeoutMs,
    tls,
    tracing: telemetry.tracing,
    onError: (error) =>
      log.error({ cause: error instanceof Error ? error.name : typeof error }, 'an analysis failed'),
  });
  const url = await listen(server, settings.listen, tls !== undefined);
  opened.defer(() => closeServer(server, settings.shutdownTimeoutMs));
  const metrics = createMetrics();
  addEngineGauges(metrics, engine);
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
    ready: () => engine.ready(),
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
