import { discardImageFiles, inspectPhoto, readImage } from '../images/index.ts';
import { LivenessError, type LivenessSessions, type UsableSession } from '../liveness/index.ts';
import type { CpfIndex } from '../people/index.ts';
import type { AuditEvent, AuditLog } from '../platform/audit/index.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../platform/db/index.ts';
import type { Db, Tx } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents/index.ts';
import { AppError, RepeatError } from '../platform/errors.ts';
import type { RequestIdentity } from '../platform/idempotency/index.ts';
import type { RequestReview } from '../platform/reviews.ts';
import { analyseAndKeep } from './analyse-and-keep.ts';
import { findAttemptByIdempotencyKey } from './attempts-store.ts';
import {
  type AttemptStored,
  findFaceLock,
  findReferences,
  type InsertAttemptOptions,
  insertAttempt,
  type JudgedBy,
  type ReceivedPhoto,
  type References,
} from './authentication-store.ts';
import {
  type BeginAnalysisDeps,
  beginAnalysis,
  beginEarly,
  discardBegun,
  noteModels,
} from './begin-analysis.ts';
import { findUnusedCapture } from './captures-store.ts';
import type { FaceCohort } from './cohort/index.ts';
import { decideAttempt, listReviewKinds, type ReceivedFace } from './decide-attempt.ts';
import { FaceError } from './errors.ts';
import { compareEarly } from './find-replayed-reference.ts';
import { coverModels, modelsOf, refreshFaceTemplates } from './refresh-face-templates.ts';
import { refuseIncomparablePhoto } from './refuse-incomparable-photo.ts';
import { type FaceLock, faceLocked } from './refuse-locked-face.ts';
import type { Attempt, Device, NewAttempt, PhotoSource } from './types.ts';

export type AuthenticateFaceDeps = BeginAnalysisDeps & {
  readonly db: Db;
  readonly cpfIndex: CpfIndex;
  readonly faceLock?: FaceLock;
  /** Without it the caller records every event. */
  readonly audit?: Pick<AuditLog, 'place'>;
  /** Without it the calibration alone decides. */
  readonly cohort?: FaceCohort;
  /** Without it photos are taken alone, and no sessions. */
  readonly liveness?: LivenessSessions;
  /** The largest turn of the head to a side in a compared photo, in degrees. */
  readonly maxYawDegrees: number;
  /** Asks people to look at an attempt. Without it nobody does. */
  readonly requestReview?: RequestReview;
  /** The distance of a similarity from 0.5 within which they are asked. */
  readonly reviewBand?: number;
};

export type AuthenticateFaceRequest = {
  readonly peopleId: Cpf;
  /** Without it the newest unused capture of the same client for the CPF is taken. */
  readonly photo: PhotoSource | undefined;
  /** A liveness session that passed, in place of the photo. */
  readonly livenessSessionId?: string | undefined;
  readonly device: Device | undefined;
  readonly sourceIp: string;
  readonly clientId: string;
  readonly idempotency?: RequestIdentity;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  /** The audit event of the answer; stored with the attempt where that is possible. */
  readonly auditEvent?: (attempt: NewAttempt) => AuditEvent;
};

export type AuthenticationOutcome = {
  readonly attempt: Attempt;
  /** True when the attempt was made earlier, by a request with the same idempotency key. */
  readonly replayed: boolean;
  /** True when the audit event is stored. Otherwise the caller stores it before it answers. */
  readonly isAudited: boolean;
};

/**
 * Compares the face of a photo with those registered for a CPF, and gives the attempt. Attempt and photo are stored
 * when this resolves, so every answer can be read again. No match, a suspected spoof and a copy of a reference photo
 * are outcomes of the attempt. A copy never matches.
 *
 * The reference photo with the best similarity decides, together with those that match it: `combineReferences`. NOT verified: the time and the device of the photo, and
 * liveness beyond `decision.livenessEngine`.
 *
 * With a liveness session, its best frame is the photo and its verdict the liveness; it is used by that, in the same
 * transaction. A photo file of a session that was not performed is judged like a photo alone.
 *
 * Rejects, storing nothing, with the codes of `LivenessSessions`, `face_not_registered`, `face_locked`,
 * `image_required`, the codes of a bad photo (`ImageError`, `FaceError`), `face_engine_busy`, `face_engine_timeout`,
 * and `idempotency_key_reused` when the key came with another request before.
 */
export async function authenticateFace(
  deps: AuthenticateFaceDeps,
  request: AuthenticateFaceRequest,
): Promise<AuthenticationOutcome> {
  const begunAt = performance.now();
  const earlier = await findEarlier(deps, request);
  if (earlier !== undefined) return { attempt: earlier, replayed: true, isAudited: false };

  const cpfIndex = deps.cpfIndex(request.peopleId);
  // Read at the same time; what the session is refused for is answered first.
  const finding = findRegistered(deps, cpfIndex);
  finding.catch(() => {});
  const early =
    request.livenessSessionId === undefined
      ? beginEarly(deps, request.photo, request, asReceived)
      : undefined;
  const { session, registered } = await findAllowed(deps, request, cpfIndex, finding).catch(
    async (error: unknown) => {
      await discardBegun(early);
      throw error;
    },
  );

  const source = session === undefined ? request.photo : ({ kind: 'bytes', bytes: session.photo } as const);
  if (source === undefined)
    return await authenticateCapture(deps, { ...request, begunAt }, cpfIndex, registered);
  const templateModels = modelsOf(registered.faces);
  noteModels(deps.engine, templateModels);
  const options = { ...asReceived, templateModels };
  const begun = await (early ?? beginAnalysis(deps, source, request, options));
  const copies = compareEarly(deps, registered.faces, begun.fingerprint);
  const { analysis, image } = await analyseAndKeep(begun, ({ quality, liveness }) =>
    refuseIncomparablePhoto({ quality, liveness: session?.liveness ?? liveness }, deps.maxYawDegrees),
  );
  const face: ReceivedFace = { analysis, photo: begun.photo.bytes, copies };
  const received: ReceivedPhoto = { kind: 'new', image };
  const outcome = await decideAndStore(deps, { ...request, begunAt }, registered, face, received, session);
  if (outcome === 'capture-used') throw new TypeError('a photo of its own is no capture');
  return outcome;
}

/** The faces to compare with, and the cohort when they were read. */
type Registered = Pick<References, 'faces' | 'cohort'>;

/** The photo of an authentication is compared once and leaves no template behind. */
const asReceived = { isReceived: true } as const;

/** A request with the moment it was begun, in milliseconds of `performance.now()`. */
type BegunRequest = AuthenticateFaceRequest & { readonly begunAt: number };

/** The references of a photo, and the session. Rejects with the reason that refuses the request. */
async function findAllowed(
  deps: AuthenticateFaceDeps,
  request: AuthenticateFaceRequest,
  cpfIndex: Uint8Array,
  finding: Promise<Registered>,
): Promise<{ readonly session: UsableSession | undefined; readonly registered: Registered }> {
  const session = await findSession(deps, request, cpfIndex);
  return { session, registered: await refreshRegistered(deps, await finding) };
}

/** The session that was sent in place of a photo. Rejects when it cannot be used, and when one is missing. */
async function findSession(
  { liveness }: AuthenticateFaceDeps,
  { livenessSessionId, photo, clientId }: AuthenticateFaceRequest,
  cpfIndex: Uint8Array,
): Promise<UsableSession | undefined> {
  if (livenessSessionId === undefined) {
    await liveness?.requireSession('authenticate', clientId);
    return undefined;
  }
  if (photo !== undefined || liveness === undefined) throw new FaceError('photo_ambiguous');
  return await liveness.findUsable(livenessSessionId, { purpose: 'authenticate', clientId, cpfIndex });
}

/** The reference photos there are; rejects when there are none, and when the face is locked. */
async function findRegistered(
  deps: AuthenticateFaceDeps,
  cpfIndex: Uint8Array,
  cause?: unknown,
): Promise<Registered> {
  const { faces, lockedUntil, cohort } = await findReferences(deps.db, deps.cipher, cpfIndex, {
    fingerprintMethod: deps.engine.fingerprintMethod,
    lock: deps.faceLock,
    now: deps.clock.now(),
  });
  if (faces.length === 0) throw new FaceError('face_not_registered', { cause });
  if (lockedUntil !== undefined) throw faceLocked(lockedUntil, deps.clock);
  return { faces, cohort };
}

async function refreshRegistered(deps: AuthenticateFaceDeps, registered: Registered): Promise<Registered> {
  return { ...registered, faces: await refreshFaceTemplates(deps, registered.faces) };
}

/** The newest unused capture, and when another request was faster with it the next one, until none is left. */
async function authenticateCapture(
  deps: AuthenticateFaceDeps,
  request: BegunRequest,
  cpfIndex: Uint8Array,
  registered: Registered,
): Promise<AuthenticationOutcome> {
  for (;;) {
    const capture = await findUnusedCapture(deps.db, cpfIndex, request.clientId, deps.clock.now());
    if (capture === undefined) {
      // The same request may have come twice at once, and the other one used the capture.
      const earlier = await findEarlier(deps, request);
      if (earlier !== undefined) return { attempt: earlier, replayed: true, isAudited: false };
      throw new FaceError('image_required');
    }
    const { bytes } = await readImage(deps, capture.imageId);
    const { width, height } = inspectPhoto(bytes, { maxPixels: Number.POSITIVE_INFINITY });
    const analysis = await deps.engine.analyse(bytes, {
      ...asReceived,
      sender: { ...request, pixels: width * height },
      templateModels: modelsOf(registered.faces),
    });
    refuseIncomparablePhoto(analysis, deps.maxYawDegrees);
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
  const { key, digest } = request.idempotency;
  const earlier = await findAttemptByIdempotencyKey(deps.db, deps.cipher, request.clientId, key);
  if (earlier === undefined) return undefined;
  if (!Buffer.from(earlier.requestDigest).equals(digest)) throw new RepeatError();
  return earlier.attempt;
}

/** Maximum verdicts when a reference photo or the cohort changes during the comparison. */
const mostDecisions = 3;

async function decideAndStore(
  deps: AuthenticateFaceDeps,
  request: BegunRequest,
  found: Registered,
  face: ReceivedFace,
  received: ReceivedPhoto,
  session?: UsableSession,
): Promise<AuthenticationOutcome | 'capture-used'> {
  let registered = found;
  for (let decisions = 1; ; decisions += 1) {
    const { faces: current } = await refreshRegistered(deps, registered);
    const analysis = await coverModels(deps.engine, face.analysis, face.photo, current);
    const { personId } = current[0]!;
    // The use of a session is not undone for a new verdict: there the cohort of this moment is asked for instead.
    const moment = session === undefined ? registered.cohort : undefined;
    const verdict = await decideAttempt(
      deps,
      request,
      current,
      { ...face, analysis },
      {
        receivedImageId: imageIdOf(received),
        session,
        moment,
      },
    );
    const { attempt } = verdict;
    const judgedBy = session === undefined && decisions < mostDecisions ? verdict.judgedBy : undefined;
    let stored: AttemptStored;
    try {
      stored = await storeAttempt(deps, request, attempt, { received, session, judgedBy });
    } catch (error) {
      if (isUniqueViolation(error) || error instanceof LivenessError) {
        // The same key came twice at once: the other request's attempt is the answer to both.
        const earlier = await findEarlier(deps, request);
        if (earlier !== undefined) {
          if (received.kind === 'new') await discardImageFiles(deps.store, [received.image.id]);
          return { attempt: earlier, replayed: true, isAudited: false };
        }
      }
      if (!isForeignKeyViolation(error) || decisions === mostDecisions) throw error;
      registered = await findRegistered(deps, deps.cpfIndex(request.peopleId), error);
      continue;
    }
    if (stored.kind === 'capture-used') return 'capture-used';
    if (stored.kind === 'cohort-moved') {
      registered = { ...registered, cohort: undefined };
      continue;
    }
    if (stored.kind === 'locked') {
      if (received.kind === 'new') await discardImageFiles(deps.store, [received.image.id]);
      throw faceLocked(stored.until, deps.clock);
    }
    if (!attempt.isMatch) await reportFaceLock(deps, personId, attempt.id);
    return { attempt, replayed: false, isAudited: stored.kind === 'stored' && stored.isAudited };
  }
}

type StoringOptions = {
  readonly received: ReceivedPhoto;
  readonly session: UsableSession | undefined;
  readonly judgedBy: JudgedBy | undefined;
};

/** Stores an attempt; with a session, in one transaction with its use. */
async function storeAttempt(
  deps: AuthenticateFaceDeps,
  request: AuthenticateFaceRequest,
  attempt: NewAttempt,
  { received, session, judgedBy }: StoringOptions,
): Promise<AttemptStored> {
  const { personId } = attempt;
  const { idempotency } = request;
  const options = { personId, received, lock: deps.faceLock, idempotency, cohort: judgedBy };
  const { liveness, requestReview } = deps;
  const isUpload = session !== undefined && session.liveness === undefined;
  const kinds =
    requestReview === undefined
      ? []
      : listReviewKinds(attempt, received.kind === 'capture' || isUpload, deps.reviewBand);
  const review = async (tx: Tx) => {
    for (const kind of kinds) {
      const { id: attemptId, createdAt: at, decision } = attempt;
      const reasons = [`outcome:${decision.outcome}`];
      await requestReview?.(tx, { kind, subject: { personId }, attemptId, reasons, at });
    }
  };
  if (session === undefined || liveness === undefined) {
    if (kinds.length === 0) return await insertAudited(deps, request, attempt, options);
    return await deps.db.transaction().execute(async (tx) => {
      const stored = await insertAttempt(tx, deps.cipher, attempt, options);
      if (stored.kind === 'stored') await review(tx);
      return stored;
    });
  }
  const cpfIndex = deps.cpfIndex(request.peopleId);
  try {
    return await deps.db.transaction().execute(async (tx) => {
      await liveness.use(tx, session.id, { by: attempt.id, cpfIndex });
      const stored = await insertAttempt(tx, deps.cipher, attempt, options);
      if (stored.kind === 'locked') throw faceLocked(stored.until, deps.clock);
      await review(tx);
      return stored;
    });
  } catch (error) {
    if (received.kind === 'new' && error instanceof AppError) {
      await discardImageFiles(deps.store, [received.image.id]);
    }
    throw error;
  }
}

/** Stores an attempt with its audit event, or alone while no chain of the audit log is free. */
async function insertAudited(
  { db, cipher, audit }: AuthenticateFaceDeps,
  { auditEvent }: AuthenticateFaceRequest,
  attempt: NewAttempt,
  options: InsertAttemptOptions,
): Promise<AttemptStored> {
  const placed =
    options.received.kind === 'new' && auditEvent !== undefined
      ? audit?.place(auditEvent(attempt))
      : undefined;
  if (placed === undefined) return await insertAttempt(db, cipher, attempt, options);
  try {
    const stored = await insertAttempt(db, cipher, attempt, { ...options, placed });
    placed.settle(stored.kind === 'stored' && stored.isAudited ? 'written' : 'unwritten');
    return stored;
  } catch (error) {
    const isRolledBack = isUniqueViolation(error) || isForeignKeyViolation(error);
    placed.settle(isRolledBack ? 'unwritten' : 'unknown');
    throw error;
  }
}

async function reportFaceLock(
  deps: AuthenticateFaceDeps,
  personId: string,
  attemptId: string,
): Promise<void> {
  const until = await findFaceLock(deps.db, personId, deps.faceLock, deps.clock.now());
  if (until !== undefined) deps.faceLock?.onLocked?.({ attemptId, personId, until });
}

function imageIdOf(received: ReceivedPhoto): string {
  return received.kind === 'new' ? received.image.id : received.imageId;
}
