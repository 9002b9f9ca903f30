import type { FaceAnalysis } from '../engine/index.ts';
import { readImage } from '../images/index.ts';
import { isForeignKeyViolation } from '../platform/db/index.ts';
import { sealedFingerprint } from './declarations.ts';
import { putFingerprint } from './evidence-store.ts';
import { isPhotoRefused } from './refresh-face-templates.ts';
import type { LookAgainDeps, ReferenceFace } from './types.ts';

/**
 * The reference photo that a received photo copies; undefined for no copy. The references come with their sealed
 * fingerprints. One that was drawn in another way gets a new one here.
 *
 * NOT detected: photos of a photo (liveness covers these), and copies of other photos of the person.
 */
export async function findReplayedReference(
  deps: LookAgainDeps,
  references: readonly ReferenceFace[],
  received: FaceAnalysis,
): Promise<ReferenceFace | undefined> {
  for (const reference of references) {
    const { id, sealedFingerprint: sealed } = reference;
    const fingerprint =
      sealed === undefined
        ? await makeFingerprint(deps, reference)
        : sealedFingerprint.open(deps.cipher, id, sealed);
    if (fingerprint !== undefined && deps.engine.isCopy(fingerprint, received.fingerprint)) return reference;
  }
  return undefined;
}

/** Undefined for a photo that is gone or that the networks in use refuse: they refuse its copies as well. */
async function makeFingerprint(
  deps: LookAgainDeps,
  reference: ReferenceFace,
): Promise<Uint8Array | undefined> {
  try {
    const { bytes } = await readImage(deps, reference.imageId);
    const { fingerprint } = await deps.engine.analyse(bytes);
    const method = deps.engine.fingerprintMethod;
    await putFingerprint(deps.db, deps.cipher, reference.id, { fingerprint, method }).catch(
      (error: unknown) => {
        // The reference photo was removed meanwhile; it was compared all the same.
        if (!isForeignKeyViolation(error)) throw error;
      },
    );
    return fingerprint;
  } catch (error) {
    if (!isPhotoRefused(error)) throw error;
    return undefined;
  }
}
