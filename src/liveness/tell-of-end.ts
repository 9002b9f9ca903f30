import type { Tx } from '../platform/db/types.ts';
import { recordEvent } from '../platform/events/index.ts';
import { livenessSessionEnded } from './event-types.ts';
import type { LivenessSession } from './types.ts';

/** Tells the client that its session ended, in the transaction that ends it. A test has no client to tell. */
export async function tellOfEnd(
  tx: Tx,
  { id: livenessSessionId, clientId, test }: Pick<LivenessSession, 'id' | 'clientId' | 'test'>,
  at: Date,
): Promise<void> {
  if (test === undefined)
    await recordEvent(tx, livenessSessionEnded, { livenessSessionId }, { at, clientId });
}
