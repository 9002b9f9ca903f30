import { readImage } from '../images/index.ts';
import type { CpfIndex } from '../people/index.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../platform/db/index.ts';
import type { Db } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents/index.ts';
import { createId } from '../platform/ids.ts';
import { type AnalyseAndKeepDeps, analyseAndKeep } from './analyse-and-keep.ts';
import { findAttemptByIdempotencyKey } from './attempts-store.ts';
import {
  type AttemptStored,
  findFaceLock,
  findReferences,
  type IdempotencyKey,
  insertAttempt,
  type ReceivedPhoto,
} from './authentication-store.ts';
import { findUnusedCapture } from './captures-store.ts';
import { FaceError } from './errors.ts';
import type { FaceAnalysis, FaceComparison, FaceEngine } from './face-engine.ts';
import { type FaceLock, faceLocked } from './face-lock.ts';
import { type ReceivePhotoDeps, receivePhoto } from './receive-photo.ts';
import { coverModels, modelsOf, refreshTemplates, templateOf } from './refresh-templates.ts';
import type { Attempt, Device, NewAttempt, PhotoSource, ReferenceFace } from './types.ts';

export type AuthenticateFaceDeps = ReceivePhotoDeps &
  AnalyseAndKeepDeps & {
    readonly db: Db;
    readonly cpfIndex: CpfIndex;
    readonly faceLock?: FaceLock;
  };

export type AuthenticateFaceRequest = {
  readonly peopleId: Cpf;
  /** Without it the newest unused capture of the same client for the CPF is taken. */
  readonly photo: PhotoSource | undefined;
  readonly device: Device | undefined;
  readonly sourceIp: string;
  readonly clientId: string;
  readonly idempotency?: IdempotencyKey;
};

export type AuthenticationOutcome = {
  readonly attempt: Attempt;
  /** True when the attempt was made earlier, by a request with the same idempotency key. */
  readonly replayed: boolean;
};

/**
 * Compares the face of a photo with those registered for a CPF, and gives the attempt. The attempt and the photo
 * are stored when this resolves: what was answered can be read again. No match, and a suspected spoof, are
 * outcomes in the attempt.
 *
 * The verdict takes the reference photo with the best similarity. What is not verified: that the photo was taken
 * now or by the device named, and anything of liveness beyond what `decision.livenessEngine` can tell.
 *
 * Rejects, storing nothing, with `face_not_registered`, `face_locked`, `image_required`, the codes of a bad photo (`ImageError`,
 * `FaceError`), `face_engine_busy`, `face_engine_timeout`, and `idempotency_key_reused` when the key came with
 * another request before.
 */
export async function authenticateFace(
  deps: AuthenticateFaceDeps,
  request: AuthenticateFaceRequest,
): Promise<AuthenticationOutcome> {
  const earlier = await findEarlier(deps, request);
  if (earlier !== undefined) return { attempt: earlier, replayed: true };

  const cpfIndex = deps.cpfIndex(request.peopleId);
  const registered = await refreshTemplates(deps, await findRegistered(deps, cpfIndex));

  if (request.photo === undefined) return await authenticateCapture(deps, request, cpfIndex, registered);
  const photo = await receivePhoto(deps, request.photo);
  const { analysis, image } = await analyseAndKeep(deps, photo, undefined, {
    templateModels: modelsOf(registered),
  });
  const face = { analysis, photo: photo.bytes };
  const outcome = await decideAndStore(deps, request, registered, face, { kind: 'new', image });
  if (outcome === 'capture-used') throw new TypeError('a photo of its own is no capture');
  return outcome;
}

/** The reference photos there are; rejects when there are none, and when the face is locked. */
async function findRegistered(
  deps: AuthenticateFaceDeps,
  cpfIndex: Uint8Array,
  cause?: unknown,
): Promise<readonly ReferenceFace[]> {
  const { faces, lockedUntil } = await findReferences(deps.db, deps.cipher, cpfIndex, {
    rule: deps.faceLock,
    now: deps.clock.now(),
  });
  if (faces.length === 0) throw new FaceError('face_not_registered', { cause });
  if (lockedUntil !== undefined) throw faceLocked(lockedUntil, deps.clock);
  return faces;
}

/** The newest unused capture, and when another request was faster with it the next one, until none is left. */
async function authenticateCapture(
  deps: AuthenticateFaceDeps,
  request: AuthenticateFaceRequest,
  cpfIndex: Uint8Array,
  registered: readonly ReferenceFace[],
): Promise<AuthenticationOutcome> {
  for (;;) {
    const capture = await findUnusedCapture(deps.db, cpfIndex, request.clientId, deps.clock.now());
    if (capture === undefined) {
      // The same request may have come twice at once, and the other one used the capture.
      const earlier = await findEarlier(deps, request);
      if (earlier !== undefined) return { attempt: earlier, replayed: true };
      throw new FaceError('image_required');
    }
    const { bytes } = await readImage(deps, capture.imageId);
    const analysis = await deps.engine.analyse(bytes, { templateModels: modelsOf(registered) });
    const received: ReceivedPhoto = { kind: 'capture', captureId: capture.id, imageId: capture.imageId };
    const outcome = await decideAndStore(deps, request, registered, { analysis, photo: bytes }, received);
    if (outcome !== 'capture-used') return outcome;
  }
}

async function findEarlier(
  deps: AuthenticateFaceDeps,
  request: AuthenticateFaceRequest,
): Promise<Attempt | undefined> {
  if (request.idempotency === undefined) return undefined;
  const { key, requestDigest } = request.idempotency;
  const earlier = await findAttemptByIdempotencyKey(deps.db, deps.cipher, request.clientId, key);
  if (earlier === undefined) return undefined;
  if (!Buffer.from(earlier.requestDigest).equals(requestDigest))
    throw new FaceError('idempotency_key_reused');
  return earlier.attempt;
}

/** How often a verdict is made anew because the reference photo it rests on was replaced meanwhile. */
const mostDecisions = 3;

async function decideAndStore(
  deps: AuthenticateFaceDeps,
  request: AuthenticateFaceRequest,
  found: readonly ReferenceFace[],
  face: { readonly analysis: FaceAnalysis; readonly photo: Uint8Array },
  received: ReceivedPhoto,
): Promise<AuthenticationOutcome | 'capture-used'> {
  let registered = found;
  for (let decisions = 1; ; decisions += 1) {
    const current = await refreshTemplates(deps, registered);
    const analysis = await coverModels(deps.engine, face.analysis, face.photo, current);
    const { personId } = current[0]!;
    const attempt = decide(deps, request, current, analysis, imageIdOf(received));
    let stored: AttemptStored;
    try {
      stored = await insertAttempt(deps.db, deps.cipher, attempt, {
        personId,
        received,
        lock: deps.faceLock,
        idempotency: request.idempotency,
      });
    } catch (error) {
      if (isUniqueViolation(error)) {
        // The same key came twice at once: the other request's attempt is the answer to both.
        const earlier = await findEarlier(deps, request);
        if (earlier !== undefined) {
          if (received.kind === 'new') await deps.store.delete(received.image.id);
          return { attempt: earlier, replayed: true };
        }
      }
      if (!isForeignKeyViolation(error) || decisions === mostDecisions) throw error;
      registered = await findRegistered(deps, deps.cpfIndex(request.peopleId), error);
      continue;
    }
    if (stored.kind === 'capture-used') return 'capture-used';
    if (stored.kind === 'locked') {
      if (received.kind === 'new') await deps.store.delete(received.image.id);
      throw faceLocked(stored.until, deps.clock);
    }
    if (!attempt.isMatch) await reportFaceLock(deps, personId, attempt.id);
    return { attempt, replayed: false };
  }
}

async function reportFaceLock(
  deps: AuthenticateFaceDeps,
  personId: string,
  attemptId: string,
): Promise<void> {
  const until = await findFaceLock(deps.db, personId, deps.faceLock, deps.clock.now());
  if (until !== undefined) deps.faceLock?.onLocked?.({ attemptId, until });
}

function decide(
  deps: AuthenticateFaceDeps,
  request: AuthenticateFaceRequest,
  registered: readonly ReferenceFace[],
  analysis: FaceAnalysis,
  receivedImageId: string,
): NewAttempt {
  const compared = registered
    .map((face) => ({ face, ...compareLikeWithLike(deps.engine, face, analysis) }))
    .sort((a, b) => b.similarity - a.similarity || b.score - a.score);
  const best = compared[0]!;
  const { falseMatchRate, scoreThreshold, templateModel, models } = deps.engine.describe(
    best.face.templateModel,
  );
  const isFaceMatch = best.similarity >= 0.5;
  const { liveness } = analysis;
  const createdAt = deps.clock.now();
  return {
    id: createId('attempt', createdAt.getTime()),
    createdAt,
    peopleId: request.peopleId,
    sourceIp: request.sourceIp,
    executionOriginId: request.clientId,
    device: request.device,
    registeredImageId: best.face.imageId,
    receivedImageId,
    faceMatch: { similarity: best.similarity, isFaceMatch },
    liveness: { probability: liveness.probability, isAlive: liveness.isAlive },
    isMatch: isFaceMatch && liveness.isAlive,
    decision: {
      score: best.score,
      scoreThreshold,
      falseMatchRate,
      templateModel,
      livenessEngine: liveness.engine,
      livenessThreshold: liveness.threshold,
      models,
      quality: analysis.quality,
      references: registered.length,
    },
  };
}

function compareLikeWithLike(
  engine: FaceEngine,
  face: ReferenceFace,
  analysis: FaceAnalysis,
): FaceComparison {
  const received = templateOf(analysis, face.templateModel);
  if (received === undefined) throw new TypeError(`There is no template of ${face.templateModel}`);
  return engine.compare(face.template, received, face.templateModel);
}

function imageIdOf(received: ReceivedPhoto): string {
  return received.kind === 'new' ? received.image.id : received.imageId;
}
