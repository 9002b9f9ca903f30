import { LivenessError } from './errors.ts';
import { listFailingClients, listTries, type TriesBy } from './tries-store.ts';
import type { LivenessDeps } from './types.ts';

/** Time that a lock lasts, and the time in which its tries have to happen. */
export const lockSeconds = 1_800;

/** Failed sessions in a row before a lock, as multiples of `lockAfterFailures`. Many people share a network. */
const patience = { cpf_index: 1, device_index: 1, address_index: 10 } as const;

const names = { cpf_index: 'this CPF', device_index: 'this device', address_index: 'this network' } as const;

/**
 * Passes unless too many sessions in a row of one CPF, device or network showed a step and did not pass: who could begin
 * anew without end would only wait for the steps that a recording fits. Of one CPF or device open sessions count at
 * once, since whoever has as many open ones tries them together, and so do those that a person ended: else he would end
 * each whose steps do not fit. Of a network neither counts: strangers who end sessions lock nobody out. Rejects with `liveness_locked`, which says whose
 * sessions they were and for how long.
 */
export async function refuseLocked(
  { db, clock, settings }: Pick<LivenessDeps, 'db' | 'clock' | 'settings'>,
  tries: readonly TriesBy[],
): Promise<void> {
  if (settings.lockAfterFailures === 0) return;
  const now = clock.now();
  const since = new Date(now.getTime() - lockSeconds * 1000);
  for (const by of tries) {
    const limit = settings.lockAfterFailures * patience[by.column];
    const isOfOne = by.column !== 'address_index';
    const listed = await listTries(db, by, { since, now, limit, isOfOne });
    const newest = listed[0];
    if (newest === undefined || listed.length < limit || listed.some(({ hasPassed }) => hasPassed)) continue;
    const seconds = Math.ceil((newest.at.getTime() + lockSeconds * 1000 - now.getTime()) / 1000);
    throw new LivenessError('liveness_locked', {
      detail: `Too many liveness sessions of ${names[by.column]} did not pass.`,
      retryAfterSeconds: Math.max(1, seconds),
    });
  }
}

/** A client is failing with this many times `lockAfterFailures` failed sessions and none that passed. */
const clientPatience = 50;
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
  return await listFailingClients(db, {
    since,
    now,
    least: clientPatience * settings.lockAfterFailures,
    clientId,
  });
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
