import { deleteImages, discardImageFiles } from '../images/index.ts';
import { findPersonIdByIndex, lockPersonByIndex } from '../people/index.ts';
import type { Tx } from '../platform/db/types.ts';
import { LivenessError } from './errors.ts';
import { deleteFingerprints } from './fingerprints-store.ts';
import { deleteFrames } from './frames-store.ts';
import { getSession } from './get-session.ts';
import { type Requester, recordTransition } from './record-transition.ts';
import { deleteSessionRow, lockSession } from './sessions-store.ts';
import { keepTry } from './tries-store.ts';
import type { LivenessDeps } from './types.ts';

/**
 * Removes a session of a client with its frames, whatever its state: from the commit on no frame can be read. An attempt
 * it was used for stays, and its try counts as before. Rejects as `getSession` does, and with `person_held` when it was
 * used for a person on whom a hold stands.
 */
export async function deleteSession(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'auditKey' | 'store' | 'refuseHeld'>,
  id: string,
  reader: Parameters<typeof getSession>[2],
  requester: Requester,
): Promise<void> {
  const { cpfIndex } = (await getSession(deps, id, reader)).session;
  const imageIds = await deps.db.transaction().execute(async (tx) => {
    // Before the session, as whoever uses one does.
    if (cpfIndex !== undefined) await lockPersonByIndex(tx, cpfIndex);
    const session = await lockSession(tx, id);
    // Another request was faster.
    if (session === undefined) throw new LivenessError('liveness_session_not_found');
    if (session.usedAt !== undefined && session.cpfIndex !== undefined) {
      const personId = await findPersonIdByIndex(tx, session.cpfIndex);
      if (personId !== undefined) await deps.refuseHeld(tx, personId);
    }
    await keepTry(tx, id);
    const imageIds = await removeSession(tx, id);
    await deleteFingerprints(tx, id);
    const at = deps.clock.now();
    await recordTransition(tx, deps, session, { ...requester, action: 'liveness.delete', at });
    return imageIds;
  });
  await discardImageFiles(deps.store, imageIds);
}

/** Removes the rows of a session but for its fingerprints, which a replay is found by; gives the ids of images whose files are to go after the commit. */
export async function removeSession(tx: Tx, id: string): Promise<readonly string[]> {
  await lockSession(tx, id);
  const imageIds = await deleteFrames(tx, id);
  await deleteImages(tx, imageIds);
  await deleteSessionRow(tx, id);
  return imageIds;
}
