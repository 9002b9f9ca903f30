import { discardImageFiles, prepareImage } from '../images/index.ts';
import { mayBeCommitted } from '../platform/db/index.ts';
import type { Cpf } from '../platform/documents.ts';
import { createId } from '../platform/ids.ts';
import { receivePhoto } from './analyse-and-keep.ts';
import { type Capture, deleteUnusedCaptures, findOlderCaptures, insertCapture } from './captures-store.ts';
import { captureIdKind } from './declarations.ts';
import { deleteUnusedImages } from './evidence-store.ts';
import type { FaceDeps } from './face-deps.ts';

/** Time for which an uploaded photo waits to be used by an authentication, in seconds. */
export const captureLifetimeSeconds = 600;
/** Photos that an app may send before it asks about one of them. */
export const capturesKept = 5;

/**
 * Keeps a photo for an authentication that follows without one: by the same client, for the same CPF, within
 * `captureLifetimeSeconds`. Checks format and dimensions only, not the face. Keeps at most `capturesKept` unused
 * captures for one CPF: a new one replaces the oldest.
 *
 * Rejects with an `ImageError`.
 *
 * See docs/decisions/0020.
 */
export async function capturePhoto(
  deps: FaceDeps,
  request: {
    readonly peopleId: Cpf;
    readonly clientId: string;
    readonly bytes: Uint8Array;
    /** Aborted when nobody waits for the answer any more. */
    readonly signal?: AbortSignal;
  },
): Promise<Capture> {
  const photo = await receivePhoto(deps, { kind: 'bytes', bytes: request.bytes }, request);
  const createdAt = deps.clock.now();
  const prepared = await prepareImage(deps, photo);
  const capture: Capture = {
    id: createId(captureIdKind, createdAt.getTime()),
    cpfIndex: deps.cpfIndex(request.peopleId),
    clientId: request.clientId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + captureLifetimeSeconds * 1000),
  };
  try {
    await prepared.written;
    await insertCapture(deps.db, capture, prepared.image);
  } catch (error) {
    if (!mayBeCommitted(error)) await prepared.discard();
    throw error;
  }
  const older = await findOlderCaptures(deps.db, capture, capturesKept);
  if (older.length > 0) {
    const unused = await deps.db
      .transaction()
      .execute(async (tx) => deleteUnusedImages(tx, await deleteUnusedCaptures(tx, older)));
    await discardImageFiles(deps.store, unused);
  }
  return capture;
}
