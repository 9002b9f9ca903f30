import { type Config, modules, settingsGroups, settingsOf } from '../app.ts';
import type { ModuleContext, OpenModule, Opens, ServiceRole, Storage } from '../module.ts';
import { createAuditLog } from '../platform/audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import { describeSettings } from '../platform/config/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { nameFailure } from '../platform/errors.ts';
import type { ExtensionPoint } from '../platform/extension-points.ts';
import { createRequestIdentities } from '../platform/idempotency.ts';
import { type CreateJobsOptions, createJobs, type Jobs } from '../platform/jobs/index.ts';
import type { Logger } from '../platform/log.ts';
import { createRateLimiter, type RateLimiter } from '../platform/rate-limits/index.ts';
import type { Tracing } from '../platform/tracing.ts';
import { createMetrics, type Metrics } from '../web/metrics.ts';
import { createRequestLimits } from '../web/rate-limits/create-request-limits.ts';

export type OpenModulesOptions = {
  readonly config: Config;
  readonly storage: Storage;
  readonly log: Logger;
  readonly clock: Clock;
  /** Default `all`. */
  readonly role?: ServiceRole;
  /** Begins traces; none by default. */
  readonly tracing?: Tracing | undefined;
  /** Public addresses, without a slash at their end. */
  readonly baseUrl: string;
  readonly mobileBaseUrl: string;
  /** Parts that take the place of a module's own: `begunEngine`; for tests `engine`, `sources`, options of `jobs`. */
  readonly replacements?: Readonly<Record<string, unknown>>;
};

/** The opened modules with the parts that all of them share. Disposed in the opposite order. */
export type OpenModules = AsyncDisposable &
  Pick<ModuleContext, 'audit' | 'contributions' | 'jobs' | 'limits' | 'metrics' | 'use'> & {
    readonly all: readonly OpenModule<unknown>[];
  };

/**
 * Opens every module in order. The face networks begin to load and may not be ready when this resolves. The storage
 * stays the caller's to close, after this.
 */
export async function openModules(options: OpenModulesOptions): Promise<OpenModules> {
  const { config, storage, log, clock, tracing, baseUrl, mobileBaseUrl, role = 'all' } = options;
  const { replacements = {} } = options;
  const { database, cipher } = storage;
  const { db } = database;
  await using opened = new AsyncDisposableStack();
  const auditKey = await loadNamedKey(db, cipher, 'audit');
  const audit = opened.adopt(createAuditLog({ db, key: auditKey, clock }), (it) => it.close());
  const metrics = createMetrics();
  const limiter = opened.adopt(await createLimiter(options, metrics), (it) => it.close());
  const own = opened.adopt(createRateLimiter({ observer: { onExceeded: metrics.countLimited } }), (it) =>
    it.close(),
  );
  const limits = createRequestLimits(
    { shared: limiter, own },
    {
      perClient: config.server.rateLimitPerMinute,
      perAddress: config.limits.perAddressPerMinute ?? 10 * config.server.rateLimitPerMinute,
      perPerson: config.limits.perPersonPerMinute ?? config.server.rateLimitPerMinute,
      perAddressAtTokenEndpoint: config.server.tokenRateLimitPerMinute,
      probesPerAddress: config.limits.probesPerAddressPerMinute,
    },
  );
  const requests = createRequestIdentities(await loadNamedKey(db, cipher, 'idempotency'));
  const jobs: Jobs = createJobs(database, log, {
    ...(replacements.jobs as CreateJobsOptions | undefined),
    tracing,
  });
  const byModule = new Map<Opens<unknown>, OpenModule<unknown>>();
  const outages = opened.use(createOutageLog(log));
  const shared: Omit<ModuleContext, 'settings' | 'onBackgroundError'> = {
    config,
    describeSettings: () => describeSettings(settingsGroups, config),
    role,
    storage,
    database,
    db,
    cipher,
    clock,
    log,
    jobs,
    audit,
    auditKey,
    requests,
    metrics,
    tracing,
    limiter,
    limits,
    baseUrl,
    mobileBaseUrl,
    replacements,
    use<Parts>(module: Opens<Parts>) {
      const found = byModule.get(module);
      if (found === undefined) throw new TypeError(`the module ${module.name} is not open yet`);
      return found.parts as Parts;
    },
    contributions: <Item>(point: ExtensionPoint<Item>) =>
      [...byModule.values()].flatMap(({ contributions = [] }) =>
        contributions.filter((one) => one.point === point).flatMap(({ items }) => items as readonly Item[]),
      ),
    adopt: (part, close) => opened.adopt(part, close),
  };
  for (const module of modules) {
    const open = await module.open({
      ...shared,
      settings: settingsOf(config, module),
      onBackgroundError: (error) => outages.note(module.name, error),
    });
    byModule.set(module, open);
    open.registerJobs?.(jobs);
  }
  const kept = opened.move();
  const all = [...byModule.values()];
  return {
    audit,
    jobs,
    contributions: shared.contributions,
    limits,
    metrics,
    use: shared.use,
    all,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function createLimiter(
  { config, storage, log }: OpenModulesOptions,
  metrics: Metrics,
): Promise<RateLimiter> {
  const { redisUrl } = config.secrets;
  return createRateLimiter({
    ...(redisUrl === undefined
      ? {}
      : {
          redis: {
            url: redisUrl.reveal(),
            key: await loadNamedKey(storage.database.db, storage.cipher, 'rate-limits'),
            onFailure: config.limits.onRedisFailure,
          },
        }),
    observer: {
      onExceeded: metrics.countLimited,
      onStoreFailure: metrics.countRedisFailure,
      onStoreState(isReady) {
        metrics.setRedisReady(isReady);
        if (isReady) log.info('requests are counted in Redis');
        else log.warn({ onFailure: config.limits.onRedisFailure }, 'Redis is gone');
      },
    },
  });
}

/** Logs what fails again and again in the background. */
type OutageLog = Disposable & { note(module: string, error: unknown): void };

/**
 * One warning when work begins to fail, with the reason and the module that met it first, and one line when nothing has
 * failed for that reason for a while. A database that is away fails many times a second, for many modules.
 */
export function createOutageLog(log: Logger, options: { readonly quietMs?: number } = {}): OutageLog {
  const { quietMs = 30_000 } = options;
  const outages = new Map<string, { failures: number; readonly timer: NodeJS.Timeout }>();
  return {
    note(module, error) {
      const cause = nameFailure(error);
      const outage = outages.get(cause);
      if (outage !== undefined) {
        outage.failures += 1;
        outage.timer.refresh();
        return;
      }
      log.warn({ module, cause }, 'background work fails');
      const timer = setTimeout(() => {
        const failures = outages.get(cause)?.failures;
        outages.delete(cause);
        log.info({ cause, failures }, 'background work does not fail any more');
      }, quietMs).unref();
      outages.set(cause, { failures: 1, timer });
    },
    [Symbol.dispose]() {
      for (const { timer } of outages.values()) clearTimeout(timer);
    },
  };
}
