import { LivenessError } from './errors.ts';
import type { LivenessDeps } from './liveness-deps.ts';
import { listTries, type TriesBy } from './tries-store.ts';

/** Time that a lock lasts, and the time in which its tries have to happen. */
export const lockSeconds = 1_800;

/** Failed sessions in a row before a lock, as multiples of `lockAfterFailures`. Many people share a network. */
const patience = { cpf_index: 1, device_index: 1, address_index: 10 } as const;

const names = {
  cpf_index: 'this CPF',
  device_index: 'this device',
  address_index: 'this network',
} as const;

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
