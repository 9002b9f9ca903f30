import { LivenessError } from './errors.ts';
import type { LivenessDeps } from './liveness-deps.ts';
import { lockSeconds } from './refuse-locked.ts';
import { listFailingClients } from './tries-store.ts';

/** A client is failing with this many times `lockAfterFailures` failed sessions and none that passed. */
const patience = 50;
/** Sessions that a failing client may make in a minute: people go on, a machine that tries recordings does not get far. */
const mostPerMinute = { limit: 30, windowMs: 60_000 };

type Deps = Pick<LivenessDeps, 'db' | 'clock' | 'settings'>;

/** The clients of which many sessions failed within the time of a lock and none passed, for metrics. */
export async function findFailingClients(
  { db, clock, settings }: Deps,
  clientId?: string,
): Promise<readonly string[]> {
  if (settings.lockAfterFailures === 0) return [];
  const now = clock.now();
  const since = new Date(now.getTime() - lockSeconds * 1000);
  return await listFailingClients(db, { since, now, least: patience * settings.lockAfterFailures, clientId });
}

/**
 * Lets a failing client make a few sessions a minute. It is not locked: whoever uses up its patience would take
 * everybody else's liveness check away. Rejects with `liveness_locked`.
 */
export async function slowDownClient(
  deps: Deps & Pick<LivenessDeps, 'limiter'>,
  clientId: string,
): Promise<void> {
  if ((await findFailingClients(deps, clientId)).length === 0) return;
  const bucket = { policy: 'liveness-slowed', key: clientId, ...mostPerMinute };
  const [count] = await deps.limiter.count([bucket]);
  if (!count?.isExceeded) return;
  throw new LivenessError('liveness_locked', {
    detail: `Many liveness sessions of this client failed and none passed. It may make ${mostPerMinute.limit} a minute.`,
    retryAfterSeconds: Math.ceil(count.resetMs / 1000),
  });
}
