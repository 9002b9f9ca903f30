import type { JobOutcome } from '../platform/jobs/index.ts';
import { deleteExpiredClientAssertions } from './client-store.ts';
import { rotateDueSigningKeys } from './rotate-signing-key.ts';
import type { AccessDeps } from './types.ts';

type AccessJobsDeps = Omit<AccessDeps, 'livenessPolicy'> & { readonly signingKeyMaxAgeDays: number };

/** Makes new signing keys when the newest are too old. The old ones go on until the new ones have been published. */
export async function rotateOldSigningKeys(deps: AccessJobsDeps): Promise<JobOutcome> {
  const { rotated } = await rotateDueSigningKeys(deps, { maxAgeDays: deps.signingKeyMaxAgeDays });
  return rotated.length > 0 ? { outcome: 'done' } : { outcome: 'skipped', reason: 'no key is due' };
}

/** Forgets used assertions that have expired. */
export async function purgeClientAssertions(deps: AccessJobsDeps): Promise<JobOutcome> {
  // The library lets clocks differ by seconds; an hour is past any of that.
  await deleteExpiredClientAssertions(deps.db, new Date(deps.clock.now().getTime() - 60 * 60_000));
  return { outcome: 'done' };
}
