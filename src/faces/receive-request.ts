import type { UsableSession } from '../liveness/index.ts';
import type { AuditEvent } from '../platform/audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Cpf } from '../platform/documents.ts';
import type { RequestIdentity } from '../platform/idempotency.ts';
import { findReferences, type References } from './authentication-store.ts';
import { FaceError } from './errors.ts';
import type { FaceDeps } from './face-deps.ts';
import { refreshFaceTemplates } from './refresh-face-templates.ts';
import type { Device, NewAttempt, PhotoSource } from './types.ts';

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

/** A request with the moment it was begun, in milliseconds of `performance.now()`. */
export type BegunRequest = AuthenticateFaceRequest & { readonly begunAt: number };

/** The faces to compare with, and the cohort when they were read. */
export type Registered = Pick<References, 'faces' | 'cohort'>;

/** A request that may be answered: what it is compared with, and its photo. */
export type ReceivedRequest = Registered & {
  readonly cpfIndex: Uint8Array;
  readonly session: UsableSession | undefined;
  /** Undefined when the photo is a capture. */
  readonly source: PhotoSource | undefined;
};

/**
 * The session and the references of a request, read at the same time. Rejects with the reason that refuses the request;
 * that of the session comes first.
 */
export async function receiveRequest(
  deps: FaceDeps,
  request: AuthenticateFaceRequest,
): Promise<ReceivedRequest> {
  const cpfIndex = deps.cpfIndex(request.peopleId);
  const finding = findRegistered(deps, cpfIndex);
  finding.catch(() => {});
  const session = await findSession(deps, request, cpfIndex);
  const { faces, cohort } = await refreshRegistered(deps, await finding);
  const source = session === undefined ? request.photo : ({ kind: 'bytes', bytes: session.photo } as const);
  return { cpfIndex, session, source, faces, cohort };
}

/** The session that was sent in place of a photo. Rejects when it cannot be used, and when one is missing. */
async function findSession(
  { liveness }: FaceDeps,
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
export async function findRegistered(
  deps: Pick<FaceDeps, 'db' | 'engine' | 'cipher' | 'clock' | 'faceLock'>,
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

/** The same with templates of the models in use. */
export async function refreshRegistered(
  deps: Parameters<typeof refreshFaceTemplates>[0],
  registered: Registered,
): Promise<Registered> {
  return { ...registered, faces: await refreshFaceTemplates(deps, registered.faces) };
}

/** `face_locked`, with the seconds until it ends. */
export function faceLocked(until: Date, clock: Clock): FaceError {
  const seconds = Math.ceil((until.getTime() - clock.now().getTime()) / 1000);
  return new FaceError('face_locked', { retryAfterSeconds: Math.max(1, seconds) });
}
