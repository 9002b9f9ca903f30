import { EngineError, type FaceAnalysis } from '../engine/index.ts';
import { inspectPhoto, readImage } from '../images/index.ts';
import { analyseAndKeep } from './analyse-and-keep.ts';
import type { ReceivedPhoto } from './authentication-store.ts';
import { findUnusedCapture } from './captures-store.ts';
import { FaceError } from './errors.ts';
import type { FaceDeps } from './face-deps.ts';
import {
  type AuthenticateFaceRequest,
  type BegunRequest,
  type ReceivedRequest,
  receiveRequest,
} from './receive-request.ts';
import { modelsOf } from './refresh-face-templates.ts';
import { type AuthenticationOutcome, decideAndStore, findEarlier } from './store-decision.ts';
import type { PhotoSource } from './types.ts';

/** The photo of an authentication is compared once and leaves no template behind. */
const asReceived = { isReceived: true } as const;

/**
 * Compares the face of a photo with those registered for a CPF, and gives the attempt. Attempt and photo are stored
 * when this resolves, so every answer can be read again. No match, a suspected spoof and a copy of a reference photo
 * are outcomes of the attempt. A copy never matches.
 *
 * The reference photo with the best similarity decides, together with those that match it: `combineReferences`. NOT
 * verified: the time and the device of the photo, and liveness beyond `decision.livenessEngine`.
 *
 * With a liveness session, its best frame is the photo and its verdict the liveness; it is used by that, in the same
 * transaction. A photo file of a session that was not performed is judged like a photo alone.
 *
 * Rejects, storing nothing, with the codes of `LivenessSessions`, `face_not_registered`, `face_locked`,
 * `image_required`, the codes of a bad photo (`ImageError`, `FaceError`), `face_engine_busy`, `face_engine_timeout`,
 * and `idempotency_key_reused` when the key came with another request before.
 */
export async function authenticateFace(
  deps: FaceDeps,
  sent: AuthenticateFaceRequest,
): Promise<AuthenticationOutcome> {
  const request = { ...sent, begunAt: performance.now() };
  const earlier = await findEarlier(deps, request);
  if (earlier !== undefined) return earlier;
  try {
    return await authenticateAnew(deps, request);
  } catch (error) {
    // The same key may have come twice at once: what the other request stored refuses this one, and answers both.
    const other = await findEarlier(deps, request);
    if (other === undefined) throw error;
    return other;
  }
}

async function authenticateAnew(deps: FaceDeps, request: BegunRequest): Promise<AuthenticationOutcome> {
  const received = await receiveRequest(deps, request);
  if (received.source === undefined) return await authenticateCapture(deps, request, received);
  const { face, photo } = await analyse(deps, request, received, received.source);
  const outcome = await decideAndStore(deps, request, received, face, photo);
  if (outcome === 'capture-used') throw new TypeError('a photo of its own is no capture');
  return outcome;
}

/** The face of the photo, whose encrypted file is kept. Rejects with the codes of a bad photo, and keeps nothing then. */
async function analyse(
  deps: FaceDeps,
  request: BegunRequest,
  { session, faces }: ReceivedRequest,
  source: PhotoSource,
) {
  const { bytes, analysis, image } = await analyseAndKeep(deps, source, {
    ...asReceived,
    sender: request,
    templateModels: modelsOf(faces),
    check: ({ quality, liveness }) =>
      refuseIncomparablePhoto({ quality, liveness: session?.liveness ?? liveness }, deps.maxYawDegrees),
  });
  const photo: ReceivedPhoto = { kind: 'new', image };
  return { face: { analysis, photo: bytes }, photo };
}

/** The newest unused capture, and when another request was faster with it the next one, until none is left. */
async function authenticateCapture(
  deps: FaceDeps,
  request: BegunRequest,
  received: ReceivedRequest,
): Promise<AuthenticationOutcome> {
  const { cpfIndex, faces } = received;
  for (;;) {
    const capture = await findUnusedCapture(deps.db, cpfIndex, request.clientId, deps.clock.now());
    const none = () => new FaceError('image_required');
    if (capture === undefined) throw none();
    const { bytes } = await readImage(deps, capture.imageId, none);
    const { width, height } = inspectPhoto(bytes, { maxPixels: Number.POSITIVE_INFINITY });
    const analysis = await deps.engine.analyse(bytes, {
      ...asReceived,
      sender: { ...request, pixels: width * height },
      templateModels: modelsOf(faces),
    });
    refuseIncomparablePhoto(analysis, deps.maxYawDegrees);
    const photo: ReceivedPhoto = { kind: 'capture', captureId: capture.id, imageId: capture.imageId };
    const outcome = await decideAndStore(deps, request, received, { analysis, photo: bytes }, photo);
    if (outcome !== 'capture-used') return outcome;
  }
}

/** The least share of a face inside a photo that is compared. docs/reference/face-quality.md says what it refuses. */
export const leastInsideShare = 0.7;
/**
 * The most of the photo's width that a face may fill when it does not seem live: beyond, the networks refuse living
 * people ten times as often as others (36 of 52 in one set of close photos).
 */
export const mostWidthShare = 0.75;

/**
 * Throws for a photo that cannot be judged, so that it counts as no failed match: `face_cut_off` when a part of the face
 * is outside the photo, `face_turned_away` when the head is turned further to a side than may be compared, and
 * `face_too_close` when the face fills the photo and does not seem live. The networks err more often then, and a person
 * who is refused is told less than one who is asked for another photo. NOT limited here: how often somebody tries.
 */
export function refuseIncomparablePhoto(
  { quality, liveness }: Pick<FaceAnalysis, 'quality' | 'liveness'>,
  maxYawDegrees: number,
): void {
  const { faceInsideShare, faceWidthShare, yawDegrees } = quality;
  if (faceInsideShare < leastInsideShare) {
    throw new EngineError('face_cut_off', {
      detail: `${percent(faceInsideShare)} of the face is in the photo; at least ${percent(leastInsideShare)} is compared`,
    });
  }
  const turned = Math.abs(yawDegrees);
  if (turned > maxYawDegrees) {
    throw new EngineError('face_turned_away', {
      detail: `The head is turned by ${Math.round(turned)} degrees to the side; at most ${maxYawDegrees} are compared`,
    });
  }
  if (liveness.isAlive || faceWidthShare <= mostWidthShare) return;
  throw new EngineError('face_too_close', {
    detail: `The face fills ${percent(faceWidthShare)} of the photo's width; at most ${percent(mostWidthShare)} is judged`,
  });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
