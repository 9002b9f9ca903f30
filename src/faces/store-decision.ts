import { discardImageFiles } from '../images/index.ts';
import type { UsableSession } from '../liveness/index.ts';
import { isForeignKeyViolation, isUniqueViolation, mayBeCommitted, type Tx } from '../platform/db/index.ts';
import { RepeatError } from '../platform/errors.ts';
import { findAttemptByIdempotencyKey } from './attempts-store.ts';
import {
  type AttemptStored,
  findFaceLock,
  type InsertAttemptOptions,
  insertAttempt,
  type JudgedBy,
  type ReceivedPhoto,
} from './authentication-store.ts';
import { decideAttempt, listReviewKinds, type ReceivedFace } from './decide-attempt.ts';
import type { FaceDeps } from './face-deps.ts';
import {
  type BegunRequest,
  faceLocked,
  findRegistered,
  type ReceivedRequest,
  type Registered,
  refreshRegistered,
} from './receive-request.ts';
import { coverModels } from './refresh-face-templates.ts';
import type { Attempt, NewAttempt } from './types.ts';

export type AuthenticationOutcome = {
  readonly attempt: Attempt;
  /** True when the attempt was made earlier, by a request with the same idempotency key. */
  readonly replayed: boolean;
  /** True when the audit event is stored. Otherwise the caller stores it before it answers. */
  readonly isAudited: boolean;
};

/** The attempt that an earlier request with the same idempotency key made. Rejects when that was another request. */
export async function findEarlier(
  deps: Pick<FaceDeps, 'db' | 'cipher'>,
  request: Pick<BegunRequest, 'idempotency' | 'clientId'>,
): Promise<AuthenticationOutcome | undefined> {
  if (request.idempotency === undefined) return undefined;
  const { key, digest } = request.idempotency;
  const earlier = await findAttemptByIdempotencyKey(deps.db, deps.cipher, request.clientId, key);
  if (earlier === undefined) return undefined;
  if (!Buffer.from(earlier.requestDigest).equals(digest)) throw new RepeatError();
  return { attempt: earlier.attempt, replayed: true, isAudited: false };
}

/** Verdicts made anew at most because a reference photo was replaced: registrations may follow each other closely. */
const mostTurns = 5;

/**
 * Decides and stores an attempt. When a reference photo or the cohort changed since they were read, nothing is stored and
 * the attempt is decided again, by what is there now. The file of a new photo goes when no attempt has it.
 */
export async function decideAndStore(
  deps: FaceDeps,
  request: BegunRequest,
  { cpfIndex, session, ...found }: Pick<ReceivedRequest, 'cpfIndex' | 'session' | 'faces' | 'cohort'>,
  face: ReceivedFace,
  photo: ReceivedPhoto,
): Promise<AuthenticationOutcome | 'capture-used'> {
  const finish = async (registered: Registered, isLast: boolean) => {
    const { attempt, judgedBy } = await decide(deps, request, registered, face, { photo, session });
    const stored = await storeAttempt(deps, request, attempt, {
      cpfIndex,
      received: photo,
      session,
      // The use of a session is not undone for a new verdict.
      judgedBy: session === undefined && !isLast ? judgedBy : undefined,
    });
    return { attempt, stored };
  };
  const finishAnew = async (error: unknown, turn: number): ReturnType<typeof finish> => {
    if (!isForeignKeyViolation(error) || turn > mostTurns) throw error;
    const registered = await findRegistered(deps, cpfIndex, error);
    return await finish(registered, true).catch((next: unknown) => finishAnew(next, turn + 1));
  };
  const settle = async () => {
    const again = (error: unknown) => finishAnew(error, 1);
    const settled = await finish(found, false).catch(again);
    if (settled.stored.kind !== 'cohort-moved') return settled;
    return await finish({ ...found, cohort: undefined }, true).catch(again);
  };
  const { attempt, stored } = await settle().catch(async (error: unknown) => {
    if (!mayBeCommitted(error)) await discardPhoto(deps, photo);
    throw error;
  });
  if (stored.kind === 'capture-used') return 'capture-used';
  if (stored.kind === 'locked') {
    await discardPhoto(deps, photo);
    throw faceLocked(stored.until, deps.clock);
  }
  if (!attempt.isMatch) await reportFaceLock(deps, attempt);
  return { attempt, replayed: false, isAudited: stored.kind === 'stored' && stored.isAudited };
}

async function decide(
  deps: FaceDeps,
  request: BegunRequest,
  registered: Registered,
  face: ReceivedFace,
  { photo, session }: { readonly photo: ReceivedPhoto; readonly session: UsableSession | undefined },
) {
  const { faces } = await refreshRegistered(deps, registered);
  const analysis = await coverModels(deps.engine, face.analysis, face.photo, faces);
  const receivedImageId = photo.kind === 'new' ? photo.image.id : photo.imageId;
  // The use of a session is not undone for a new verdict: there the cohort of this moment is asked for instead.
  const moment = session === undefined ? registered.cohort : undefined;
  return await decideAttempt(deps, request, faces, analysis, { receivedImageId, session, moment });
}

type StoringOptions = {
  readonly cpfIndex: Uint8Array;
  readonly received: ReceivedPhoto;
  readonly session: UsableSession | undefined;
  readonly judgedBy: JudgedBy | undefined;
};

/** Stores an attempt; with a session, in one transaction with its use. */
async function storeAttempt(
  deps: FaceDeps,
  request: BegunRequest,
  attempt: NewAttempt,
  { cpfIndex, received, session, judgedBy }: StoringOptions,
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
  return await deps.db.transaction().execute(async (tx) => {
    // The attempt first, which waits for the person's row: an erasure holds that row, too, when it comes to the session.
    const stored = await insertAttempt(tx, deps.cipher, attempt, options);
    if (stored.kind === 'locked') throw faceLocked(stored.until, deps.clock);
    await liveness.use(tx, session.id, { by: attempt.id, cpfIndex });
    await review(tx);
    return stored;
  });
}

/** Stores an attempt with its audit event, or alone while no chain of the audit log is free. */
async function insertAudited(
  { db, cipher, audit }: FaceDeps,
  { auditEvent }: BegunRequest,
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
  { db, clock, faceLock }: FaceDeps,
  { personId, id: attemptId }: NewAttempt,
): Promise<void> {
  const until = await findFaceLock(db, personId, faceLock, clock.now());
  if (until !== undefined) faceLock?.onLocked?.({ attemptId, personId, until });
}

/** Removes the file of a photo that no attempt has. */
async function discardPhoto({ store }: FaceDeps, photo: ReceivedPhoto): Promise<void> {
  if (photo.kind === 'new') await discardImageFiles(store, [photo.image.id]);
}
