import type { Server } from 'node:net';
import { availableParallelism } from 'node:os';
import type { Config } from '../app.ts';
import {
  addEngineGauges,
  createFaceEngine,
  createFaceServiceServer,
  openTemplateVectors,
} from '../engine/index.ts';
import { createDuplicatesServer, createLocalIndex } from '../faces/index.ts';
import type { PeerRole } from '../module.ts';
import { systemClock } from '../platform/clock.ts';
import { toListenerUrl } from '../platform/config/index.ts';
import { nameFailure } from '../platform/errors.ts';
import { letHeapGrow } from '../platform/let-heap-grow.ts';
import { addLogGauge, type Logger } from '../platform/log.ts';
import { openTelemetry } from '../platform/telemetry/open-telemetry.ts';
import type { Tracing } from '../platform/tracing.ts';
import { showProcess } from '../service/index.ts';
import { HttpError } from '../web/errors.ts';
import { createMetrics, type Metrics } from '../web/metrics.ts';
import { measureCertificate, type TlsFiles } from '../web/read-tls-files.ts';
import { closeServer, createTlsReader, listen, renewTls, showMetrics } from './listen.ts';
import { openStorage } from './open-storage.ts';

/** A process that only other processes of the deployment ask. */
type RunningPeer = {
  readonly url: string;
  readonly metricsUrl?: string;
  /** Resolves when it can answer; rejects when it never will. */
  ready(): Promise<void>;
  /** As that of the whole service. */
  reloadTls(): Promise<boolean>;
  /** Answers the open requests within the time limit, then ends. */
  stop(): Promise<void>;
};

/** The parts that a peer is made with. */
type PeerParts = {
  /** Closed in the opposite order when the peer ends. */
  readonly opened: AsyncDisposableStack;
  readonly tls: TlsFiles | undefined;
  readonly tracing: Tracing | undefined;
  readonly metrics: Metrics;
};

/** Starts a peer: telemetry, what `open` makes, then the listeners of `LISTEN` and `METRICS_LISTEN`. */
async function startPeer(
  config: Config,
  { role, log }: { readonly role: PeerRole; readonly log: Logger },
  open: (parts: PeerParts) => Promise<{ readonly server: Server; ready(): Promise<void> }>,
): Promise<RunningPeer> {
  letHeapGrow();
  const { server: settings } = config;
  await using opened = new AsyncDisposableStack();
  const readTls = createTlsReader(settings);
  let tls = await readTls?.();
  const telemetry = opened.adopt(await openTelemetry(config, role, log), (it) => it.close());
  const metrics = createMetrics();
  addLogGauge(metrics, log);
  if (tls !== undefined) measureCertificate(metrics, { current: () => tls as TlsFiles, clock: systemClock });
  const { server, ready } = await open({ opened, tls, tracing: telemetry.tracing, metrics });
  const url = toListenerUrl(await listen(server, settings.listen), tls !== undefined);
  opened.defer(() => closeServer(server, settings.shutdownTimeoutMs));
  telemetry.sendMetrics(() => metrics.list());
  const metricsUrl = await showMetrics(metrics, settings.metricsListen, opened);
  const kept = opened.move();
  let stopping: Promise<void> | undefined;
  return {
    url,
    ...(metricsUrl === undefined ? {} : { metricsUrl }),
    ready,
    async reloadTls() {
      const renewed = await renewTls(readTls, [server]);
      tls = renewed ?? tls;
      return renewed !== undefined;
    },
    stop() {
      stopping ??= kept.disposeAsync();
      return stopping;
    },
  };
}

/**
 * Starts the role `duplicates`: the registered faces in memory, in a thread for each core, and the listener that other
 * processes ask (`DUPLICATES_URL`). It reads the faces from the database and runs no network. Rejects with
 * `duplicates_secret_missing` without `DUPLICATES_SECRET`, and with `role_needs_postgres`.
 */
export async function startDuplicates(config: Config, log: Logger): Promise<RunningPeer> {
  const { secret } = config.duplicates;
  if (secret === undefined) throw new HttpError('duplicates_secret_missing');
  if (config.secrets.databaseUrl === undefined) {
    throw new HttpError('role_needs_postgres', { detail: '--role duplicates with the embedded database.' });
  }
  return await startPeer(config, { role: 'duplicates', log }, async ({ opened, tls, metrics }) => {
    const storage = opened.use(await openStorage(config, { log, clock: systemClock, purpose: 'serve' }));
    const { db } = storage.database;
    const onError = (error: unknown) => log.error({ cause: nameFailure(error) }, 'the index failed');
    const vectors = await openTemplateVectors({
      settings: config.engine,
      dataDir: storage.folder.directory,
      onProblem: (problem) => log.warn({ problem }, 'a model pack cannot be used'),
    });
    const index = opened.adopt(
      createLocalIndex({
        db,
        cipher: storage.cipher,
        vectors,
        onError,
        threads: availableParallelism(),
      }),
      (it) => it.close(),
    );
    metrics.addGauge({
      name: 'confere_duplicates_loaded',
      help: '1 once this process has read the registered faces.',
      read: () => (index.isLoaded() ? 1 : 0),
    });
    metrics.addGauge({
      name: 'confere_duplicates_faces',
      help: 'Registered faces that this process holds.',
      read: () => Object.values(index.sizes()).reduce((sum, size) => sum + size, 0),
    });
    const server = createDuplicatesServer({
      index,
      templateModels: () => vectors.templateModels(),
      secret: secret.reveal(),
      requestTimeoutMs: config.server.requestTimeoutMs,
      tls,
      onError,
    });
    const shown = opened.adopt(
      showProcess(db, { role: 'duplicates', masterKeyId: storage.cipher.currentKeyId, onError }),
      (it) => it.close(),
    );
    shown.start();
    index.start();
    return { server, ready: () => index.loaded() };
  });
}

/**
 * Starts a face service: the networks, and the listener that other processes send photos to (`FACES_URL`). It opens no
 * database, needs no master key, and keeps no photo. Rejects with `faces_secret_missing` without `FACES_SECRET`.
 */
export async function startFaceService(config: Config, log: Logger): Promise<RunningPeer> {
  const { server: settings, faceService, images } = config;
  const { secret } = faceService;
  if (secret === undefined) throw new HttpError('faces_secret_missing');
  return await startPeer(config, { role: 'faces', log }, async ({ opened, tls, tracing, metrics }) => {
    const engine = opened.adopt(
      await createFaceEngine({
        settings: config.engine,
        maxPixels: images.maxPixels,
        dataDir: config.storage.dataDir,
        onProblem: (problem) => log.warn({ problem }, 'the face networks cannot be used as they are'),
      }),
      (it) => it.close(),
    );
    addEngineGauges(metrics, engine, { runsNetworks: true });
    const server = createFaceServiceServer({
      workers: () => engine.workers(),
      secret: secret.reveal(),
      networks: engine.networks,
      templateModels: engine.templateModels(),
      // As many as the raw pixels: a photo that was converted, or is stored, may be larger than one that comes.
      maxBytes: Math.max(images.maxBytes, images.maxPixels * 3),
      requestTimeoutMs: settings.requestTimeoutMs,
      tls,
      tracing,
      onError: (error) => log.error({ cause: nameFailure(error) }, 'an analysis failed'),
    });
    return { server, ready: () => engine.ready() };
  });
}
