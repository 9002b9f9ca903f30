import type { LivenessDeps } from './liveness-deps.ts';
import type { LivenessPurpose, LivenessSession } from './types.ts';

/** The demands that count for a purpose. A `check` is for nothing in particular: both count. */
const uses = {
  authenticate: ['authentication'],
  register: ['registration'],
  check: ['authentication', 'registration'],
} as const satisfies Readonly<Record<LivenessPurpose, readonly string[]>>;

/** True when a photo file may take the place of the movements: neither the operator nor the client demands them. */
export async function isUploadAllowed(
  { rulesOfClients }: Pick<LivenessDeps, 'rulesOfClients'>,
  { clientId, purpose }: Pick<LivenessSession, 'clientId' | 'purpose'>,
): Promise<boolean> {
  for (const use of uses[purpose]) {
    if ((await rulesOfClients.findDemand(clientId, use)) === 'challenge') return false;
  }
  return true;
}
