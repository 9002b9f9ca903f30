import { join } from 'node:path';
import {
  createTokenEndpoint,
  createTokenVerifier,
  loadSigningKeys,
  signResponse,
  type TokenVerifier,
} from './access/index.ts';
import {
  createOnnxFaceEngine,
  type FaceEngine,
  purgeExpiredCaptures,
  purgeIdempotencyKeys,
  sweepImages,
} from './faces/index.ts';
import type { RouteDeps } from './http/routes/index.ts';
import { createFileImageStore, createImageLinks, createPhotoFetcher } from './images/index.ts';
import type { Storage } from './open-storage.ts';
import { createCpfIndex } from './people/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config/index.ts';
import { loadNamedKey } from './platform/encryption/index.ts';
import { createJobs, type Jobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/log.ts';

/** The parts of the running service, made once. Disposed in the opposite order. */
export type Services = AsyncDisposable & {
  readonly verifier: TokenVerifier;
  readonly engine: FaceEngine;
  readonly jobs: Jobs;
  readonly routes: RouteDeps;
};

export type ServicesOptions = {
  readonly config: Config;
  readonly storage: Storage;
  readonly log: Logger;
  readonly clock: Clock;
  /** Public addresses, without a slash at their end. */
  readonly baseUrl: string;
  readonly mobileBaseUrl: string;
  /** Replaces the face engine, for tests that need none or a slow one. */
  readonly engine?: FaceEngine;
};

/**
 * Builds every part from the configuration and wires them. The face engine starts loading here and may not be
 * ready yet when this resolves. The storage stays the caller's to close, after this.
 */
export async function createServices(options: ServicesOptions): Promise<Services> {
  const { config, storage, log, clock, baseUrl, mobileBaseUrl } = options;
  const { cipher } = storage;
  const { db } = storage.database;
  const onError = (error: unknown) =>
    log.error({ cause: error instanceof Error ? error.name : typeof error }, 'background refresh failed');
  await using opened = new AsyncDisposableStack();

  const engine = opened.adopt(options.engine ?? createEngine(config, storage, log), (it) => it.close());
  const photos = opened.adopt(
    createPhotoFetcher({
      allow: config.images.fetchAllow,
      maxBytes: config.images.maxBytes,
      timeoutMs: config.images.fetchTimeoutMs,
      maxRedirects: config.images.fetchMaxRedirects,
      maxConcurrent: config.images.fetchMaxConcurrent,
    }),
    (it) => it.close(),
  );
  const signingKeys = opened.adopt(await loadSigningKeys({ db, cipher, clock, onError }), (it) => it.stop());
  const verifier = opened.adopt(
    await createTokenVerifier({ db, keys: signingKeys, issuer: baseUrl, clock, onError }),
    (it) => it.stop(),
  );
  const store = createFileImageStore({ directory: join(storage.folder.directory, 'images') });
  const cpfIndex = createCpfIndex(await loadNamedKey(db, cipher, 'cpf-index'));
  const imageLinks = createImageLinks({
    baseUrl: mobileBaseUrl,
    key: await loadNamedKey(db, cipher, 'image-links'),
    lifetimeSeconds: config.images.linkLifetimeSeconds,
    clock,
  });
  const tokenEndpoint = createTokenEndpoint({
    db,
    keys: signingKeys,
    issuer: baseUrl,
    clock,
    tokenLifetimeSeconds: config.access.accessTokenLifetimeSeconds,
    onError,
  });
  const jobs = createJobs(storage.database, log);
  registerJobs(jobs, { db, store, clock });

  const routes: RouteDeps = {
    faces: {
      db,
      cipher,
      cpfIndex,
      engine,
      store,
      photos,
      clock,
      limits: { maxBytes: config.images.maxBytes, maxPixels: config.images.maxPixels },
      maxReferences: config.faces.maxReferences,
      captureLifetimeSeconds: config.faces.captureLifetimeSeconds,
    },
    access: { db, clock },
    imageLinks,
    signingKeys,
    tokenEndpoint,
    tokenRateLimitPerMinute: config.server.tokenRateLimitPerMinute,
    baseUrl,
    mobileBaseUrl,
    signResponse: (response) =>
      signResponse(
        {
          keys: signingKeys,
          issuer: baseUrl,
          clock,
          lifetimeSeconds: config.access.responseSignatureLifetimeSeconds,
        },
        response,
      ),
    readiness: {
      isDatabaseReachable: () =>
        storage.database.ping().then(
          () => true,
          () => false,
        ),
      areModelsLoaded: () => engine.isReady(),
      describeModels: () => engine.describe(),
    },
  };
  const kept = opened.move();
  return { verifier, engine, jobs, routes, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

function createEngine(config: Config, storage: Storage, log: Logger): FaceEngine {
  const { modelsDir, livenessThreshold } = config.faces;
  return createOnnxFaceEngine({
    dataDir: storage.folder.directory,
    ...(modelsDir === undefined ? {} : { modelsDir }),
    workers: config.faces.workers,
    maxQueue: config.faces.maxQueue,
    timeoutMs: config.faces.analysisTimeoutMs,
    maxPixels: config.images.maxPixels,
    falseMatchRate: config.faces.falseMatchRate,
    ...(livenessThreshold === undefined ? {} : { livenessThreshold }),
    secondFaceRatio: config.faces.prominenceRatio,
    onProblem: (problem) => log.warn({ problem }, 'a file of the models folder is not loaded'),
  });
}

function registerJobs(jobs: Jobs, deps: Parameters<typeof sweepImages>[0]): void {
  jobs.register('purge-expired-captures', () => purgeExpiredCaptures(deps));
  jobs.register('purge-idempotency-keys', () => purgeIdempotencyKeys(deps));
  jobs.register('sweep-images', () => sweepImages(deps));
  jobs.schedule('purge-expired-captures', '*/10 * * * *');
  jobs.schedule('purge-idempotency-keys', '17 * * * *');
  jobs.schedule('sweep-images', '43 3 * * *');
}
