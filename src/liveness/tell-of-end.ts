import type { Tx } from '../platform/db/types.ts';
import { recordEvent } from '../platform/events/index.ts';
import { livenessSessionEnded } from './declarations.ts';
import { countEnd } from './sums-store.ts';
import type { LivenessSession } from './types.ts';

/**
 * Tells the client that its session ended, and counts it, in the transaction that has written its end. A test has no
 * client to tell, and counts nowhere.
 */
export async function tellOfEnd(
  tx: Tx,
  { id: livenessSessionId, clientId, test }: Pick<LivenessSession, 'id' | 'clientId' | 'test'>,
  at: Date,
): Promise<void> {
  if (test !== undefined) return;
  await countEnd(tx, livenessSessionId, at);
  await recordEvent(tx, livenessSessionEnded, { livenessSessionId }, { at, clientId });
}
