import type { ModuleContext } from '../module.ts';
import type { FaceLock } from './face-deps.ts';

/**
 * The lock of a person after failed matches, as the settings have it; each lock is counted, logged and audited. See
 * docs/decisions/0044.
 */
export function createFaceLock({
  config,
  log,
  metrics,
  audit,
}: Pick<ModuleContext, 'config' | 'log' | 'metrics' | 'audit'>): FaceLock {
  const { faceLockAfterFailures, faceLockWindowSeconds, faceLockSeconds } = config.limits;
  return {
    afterFailures: faceLockAfterFailures,
    windowSeconds: faceLockWindowSeconds,
    lockSeconds: faceLockSeconds,
    onLocked({ attemptId, personId, until }) {
      metrics.countFaceLock();
      log.warn({ attemptId, until }, 'a person is locked after failed matches');
      // The attempt is answered and stored in any case; what could not be written is in the log.
      audit
        .record({
          actor: { kind: 'service' },
          action: 'face.lock',
          target: attemptId,
          subjects: [personId],
          outcome: 'done',
          detail: { until: until.toISOString() },
        })
        .catch(() => {
          log.error({ attemptId }, 'the lock of a person is not in the audit log');
        });
    },
  };
}
