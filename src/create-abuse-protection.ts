import type { SecretGuard } from './access/index.ts';
import type { FaceLock } from './faces/index.ts';
import type { Metrics } from './http/metrics/index.ts';
import { createRequestLimits, type RequestLimits } from './http/rate-limits/index.ts';
import type { Storage } from './open-storage.ts';
import type { AuditLog } from './platform/audit/index.ts';
import type { Config } from './platform/config/index.ts';
import { loadNamedKey } from './platform/encryption/index.ts';
import type { Logger } from './platform/log.ts';
import { createRateLimiter, type RateLimiter } from './platform/rate-limits/index.ts';

/** What stands between the service and whoever asks too often or guesses. */
export type AbuseProtection = {
  readonly limits: RequestLimits;
  readonly secretGuard: SecretGuard;
  readonly faceLock: FaceLock;
  close(): Promise<void>;
};

type Parts = {
  readonly config: Config;
  readonly storage: Storage;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly audit: AuditLog;
};

/** Limits and locks as the configuration wants them, over one limiter. Does not wait for Redis. */
export async function createAbuseProtection(parts: Parts): Promise<AbuseProtection> {
  const { config } = parts;
  const limiter = await createLimiter(parts);
  return {
    limits: createRequestLimits(limiter, {
      perClient: config.server.rateLimitPerMinute,
      perAddress: config.limits.perAddressPerMinute ?? 10 * config.server.rateLimitPerMinute,
      perPerson: config.limits.perPersonPerMinute ?? config.server.rateLimitPerMinute,
      perAddressAtTokenEndpoint: config.server.tokenRateLimitPerMinute,
    }),
    secretGuard: createSecretGuard(limiter, config.limits.tokenFailuresPerMinute),
    faceLock: createFaceLock(parts),
    close: () => limiter.close(),
  };
}

async function createLimiter({ config, storage, log, metrics }: Parts): Promise<RateLimiter> {
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

/** Counts wrong secrets by client and source; the limiter knows the full ones by itself. */
function createSecretGuard(limiter: RateLimiter, limit: number): SecretGuard {
  const bucket = (clientId: string, source: string) => ({
    policy: 'secrets',
    key: `${clientId} ${source}`,
    limit,
    windowMs: 60_000,
  });
  return {
    isLocked: (clientId, source) => limiter.findFull(bucket(clientId, source)) !== undefined,
    countFailure: async (clientId, source) => void (await limiter.count([bucket(clientId, source)])),
  };
}

function createFaceLock({ config, log, metrics, audit }: Parts): FaceLock {
  const { faceLockAfterFailures, faceLockWindowSeconds, faceLockSeconds } = config.limits;
  return {
    afterFailures: faceLockAfterFailures,
    windowSeconds: faceLockWindowSeconds,
    lockSeconds: faceLockSeconds,
    onLocked({ attemptId, until }) {
      metrics.countFaceLock();
      log.warn({ attemptId, until }, 'a person is locked after failed matches');
      // The attempt is answered and stored in any case; what could not be written is in the log.
      const event = { action: 'face.lock', target: attemptId, outcome: 'done', detail: { until } };
      audit.record({ ...event, actor: { kind: 'service' } }).catch(() => {
        log.error({ attemptId }, 'the lock of a person is not in the audit log');
      });
    },
  };
}
