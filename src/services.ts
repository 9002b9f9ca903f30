import {
  type AccessJobsDeps,
  createExternalTokenVerifier,
  createTokenEndpoint,
  createTokenVerifier,
  loadSigningKeys,
  purgeClientAssertions,
  rotateOldSigningKeys,
  signResponse,
  type TokenVerifier,
} from './access/index.ts';
import { addGauges } from './add-gauges.ts';
import { createRegistrySources } from './companies/index.ts';
import { createAbuseProtection } from './create-abuse-protection.ts';
import { createFaceEngine } from './create-face-engine.ts';
import { createProfiles } from './create-profiles.ts';
import {
  changesKeptMs,
  createDuplicateSearch,
  type DuplicateSearch,
  deleteFaceChanges,
  type FaceEngine,
  purgeExpiredCaptures,
  purgeIdempotencyKeys,
  reembedInBackground,
  sweepImages,
} from './faces/index.ts';
import type { TokenVerifiers } from './http/access.ts';
import { createMetrics, type Metrics } from './http/metrics/index.ts';
import type { RequestLimits } from './http/rate-limits/index.ts';
import type { RouteDeps } from './http/routes/index.ts';
import { createFileImageStore, createImageLinks, createPhotoFetcher } from './images/index.ts';
import { imagesPath, type Storage } from './open-storage.ts';
import { createCpfIndex, createListIndex, createPeopleSources } from './people/index.ts';
import { type AuditLog, createAuditLog } from './platform/audit/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config/index.ts';
import { loadNamedKey } from './platform/encryption/index.ts';
import { createJobs, type Jobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/log.ts';
import { applyRetention, erasePerson } from './privacy/index.ts';
import { registerProfileJobs, rewriteCompanies, type Source } from './profiles/index.ts';

/** The parts of the running service, made once. Disposed in the opposite order. */
export type Services = AsyncDisposable & {
  readonly verifiers: TokenVerifiers;
  readonly audit: AuditLog;
  readonly engine: FaceEngine;
  /** Reads nothing until it is started, which a server does and a command does not. */
  readonly duplicates: DuplicateSearch | undefined;
  readonly jobs: Jobs;
  readonly limits: RequestLimits;
  readonly metrics: Metrics;
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
  /** Sources beside those of the service, for tests. */
  readonly sources?: readonly Source[];
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

  const engine = opened.adopt(
    options.engine ??
      (await createFaceEngine({
        config,
        dataDir: storage.folder.directory,
        onProblem: (problem) => log.warn({ problem }, 'a file of the models folder is not loaded'),
      })),
    (it) => it.close(),
  );
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
  const auditKey = await loadNamedKey(db, cipher, 'audit');
  const accepted = createAcceptedVerifier(config, clock, verifier, onError);
  opened.defer(() => accepted.stop());
  const audit = opened.adopt(createAuditLog({ db, key: auditKey, clock }), (it) => it.close());
  const store = createFileImageStore({ directory: imagesPath(storage.folder.directory) });
  const cpfIndex = createCpfIndex(await loadNamedKey(db, cipher, 'cpf-index'));
  const imageLinks = createImageLinks({
    baseUrl: mobileBaseUrl,
    key: await loadNamedKey(db, cipher, 'image-links'),
    lifetimeSeconds: config.images.linkLifetimeSeconds,
    clock,
  });
  const metrics = createMetrics();
  const protection = opened.adopt(
    await createAbuseProtection({ config, storage, log, metrics, audit }),
    (it) => it.close(),
  );
  const tokenEndpoint = createTokenEndpoint({
    db,
    keys: signingKeys,
    issuer: baseUrl,
    otherBaseUrls: [mobileBaseUrl],
    clock,
    tokenLifetimeSeconds: config.access.accessTokenLifetimeSeconds,
    guard: protection.secretGuard,
    onError,
  });
  const duplicates =
    config.faces.duplicateSearch === 'off'
      ? undefined
      : opened.adopt(
          createDuplicateSearch({
            db,
            cipher,
            engine,
            minSimilarity: config.faces.duplicateMinSimilarity,
            onError,
          }),
          (it) => it.close(),
        );
  addGauges({ log, metrics, engine, database: storage.database, clock });
  const jobs = createJobs(storage.database, log);
  registerJobs(jobs, { db, store, clock });
  jobs.register(
    'reembed-faces',
    (job) => reembedInBackground({ database: storage.database, db, cipher, engine, store }, job),
    { timeoutSeconds: 3_300 },
  );
  jobs.schedule('reembed-faces', '7 * * * *');
  jobs.register('forget-face-changes', async () => {
    await deleteFaceChanges(db, new Date(clock.now().getTime() - changesKeptMs));
    return { outcome: 'done' };
  });
  jobs.schedule('forget-face-changes', '23 3 * * *');
  registerAccessJobs(jobs, {
    db,
    cipher,
    clock,
    signingKeyMaxAgeDays: config.access.signingKeyMaxAgeDays,
  });

  const peopleSources = opened.adopt(
    await createPeopleSources({
      db,
      cipher,
      clock,
      cpfIndex,
      listIndex: createListIndex(await loadNamedKey(db, cipher, 'list-index')),
      graceYears: config.people.pepGraceYears,
      providersFile: config.people.providersFile,
      fetchAllow: config.people.fetchAllow,
      onProblem: (problem) => log.warn(problem, 'a provider did not answer'),
    }),
    (it) => it.close(),
  );
  jobs.register('purge-provider-answers', () => peopleSources.purgeAnswers());
  jobs.schedule('purge-provider-answers', '47 * * * *');
  const profiles = await createProfiles({
    config,
    db,
    cipher,
    clock,
    jobs,
    log,
    cpfIndex,
    sources: [...createRegistrySources(), ...peopleSources.sources, ...(options.sources ?? [])],
  });
  registerProfileJobs(jobs, profiles, config.executions);
  registerRetention(jobs, {
    db,
    cipher,
    store,
    clock,
    days: {
      receivedImages: config.privacy.receivedImagesDays,
      attempts: config.privacy.attemptsDays,
      executions: config.privacy.executionsDays,
    },
  });

  const routes: RouteDeps = {
    profiles,
    maxWaitSeconds: config.executions.maxWaitSeconds,
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
      referenceQuality: config.referenceQuality,
      captureLifetimeSeconds: config.faces.captureLifetimeSeconds,
      faceLock: protection.faceLock,
      duplicates,
    },
    people: { db, cipher, cpfIndex },
    companySearch: { db, ...config.companySearch },
    registry: storage.database,
    access: { db, clock },
    revocations: verifier,
    imageLinks,
    isLegalBasisRequired: config.privacy.isLegalBasisRequired === 'true',
    auditDb: db,
    personExport: { db, cipher, cpfIndex, store, clock, people: profiles.people },
    erasePerson: (personId, request) =>
      erasePerson(
        {
          db,
          cpfIndex,
          store,
          clock,
          keys: signingKeys,
          issuer: baseUrl,
          auditKey,
          rewriteCompanies: (companyIds) => rewriteCompanies({ db, cipher, clock }, companyIds),
        },
        personId,
        request,
      ),
    signingKeys,
    tokenEndpoint,
    countPerson: protection.limits.countPerson,
    faceRequestKey: await loadNamedKey(db, cipher, 'face-requests'),
    metrics,
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
  return {
    verifiers: { accepted, own: verifier },
    audit,
    engine,
    duplicates,
    jobs,
    limits: protection.limits,
    metrics,
    routes,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function registerJobs(jobs: Jobs, deps: Parameters<typeof sweepImages>[0]): void {
  jobs.register('purge-expired-captures', () => purgeExpiredCaptures(deps));
  jobs.register('purge-idempotency-keys', () => purgeIdempotencyKeys(deps));
  jobs.register('sweep-images', () => sweepImages(deps));
  jobs.schedule('purge-expired-captures', '*/10 * * * *');
  jobs.schedule('purge-idempotency-keys', '17 * * * *');
  jobs.schedule('sweep-images', '43 3 * * *');
}

function registerRetention(jobs: Jobs, deps: Parameters<typeof applyRetention>[0]): void {
  jobs.register('apply-retention', ({ signal }) => applyRetention(deps, signal), { timeoutSeconds: 3_600 });
  jobs.schedule('apply-retention', '13 2 * * *');
}

function registerAccessJobs(jobs: Jobs, deps: AccessJobsDeps): void {
  jobs.register('rotate-signing-keys', () => rotateOldSigningKeys(deps));
  jobs.register('purge-client-assertions', () => purgeClientAssertions(deps));
  jobs.schedule('rotate-signing-keys', '29 4 * * *');
  jobs.schedule('purge-client-assertions', '37 * * * *');
}

/** Tokens of the issuer that is configured are accepted instead of this service's own. */
function createAcceptedVerifier(
  config: Config,
  clock: Clock,
  own: TokenVerifier,
  onError: (error: unknown) => void,
): TokenVerifier {
  const { issuer, mobileAudience, customerAudience, keyRefreshSeconds, ...claims } = config.externalIssuer;
  if (issuer === undefined) return own;
  return createExternalTokenVerifier({
    external: {
      ...claims,
      issuer,
      audiences: { mobile: mobileAudience, customer: customerAudience },
      refreshKeysEveryMs: keyRefreshSeconds * 1000,
    },
    clock,
    onError,
  });
}
