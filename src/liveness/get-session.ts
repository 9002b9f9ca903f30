import { LivenessError } from './errors.ts';
import { listFrames, uploadOf } from './frames-store.ts';
import { type CaptureKey, openCapture } from './open-capture.ts';
import { findSession } from './sessions-store.ts';
import {
  type LivenessDeps,
  type LivenessFrame,
  type LivenessSession,
  type LivenessState,
  openStates,
} from './types.ts';

/** A session with its frames in the order they came. */
export type FoundSession = { readonly session: LivenessSession; readonly frames: readonly LivenessFrame[] };

/**
 * A session of a client with its frames in the order they came. A bound token reads those of its CPF only. People who
 * are signed in belong to no client and read those of every one. Rejects with `liveness_session_not_found`, also for a
 * session of another client.
 */
export async function getSession(
  { db }: Pick<LivenessDeps, 'db'>,
  id: string,
  reader: {
    /** Undefined for a person who is signed in. */
    readonly clientId: string | undefined;
    readonly cpfIndex?: Uint8Array | undefined;
  },
): Promise<FoundSession> {
  const session = await findSession(db, id);
  const isOfClient = reader.clientId === undefined || session?.clientId === reader.clientId;
  if (session === undefined || !isOfClient || !isOf(session, reader.cpfIndex)) {
    throw new LivenessError('liveness_session_not_found');
  }
  return { session, frames: await listFrames(db, id) };
}

function isOf({ cpfIndex }: LivenessSession, wanted: Uint8Array | undefined): boolean {
  return wanted === undefined || (cpfIndex !== undefined && Buffer.from(cpfIndex).equals(wanted));
}

/** The state of a session at a moment: one whose time is over is `expired`, also before the job has written that. */
export function stateAt({ state, expiresAt }: LivenessSession, now: Date): LivenessState {
  return openStates.includes(state) && expiresAt <= now ? 'expired' : state;
}

/**
 * The progress of the capture, for a caller with a secret of the session. It never contains the verdict: a decided
 * session also shows `judging`. Rejects with `liveness_secret_invalid`.
 */
export async function getProgress(
  { db, clock }: Pick<LivenessDeps, 'db' | 'clock'>,
  key: CaptureKey,
): Promise<{ readonly state: LivenessState; readonly isFinished: boolean; readonly isUploaded: boolean }> {
  const state = stateAt(await openCapture(db, key, 'watch'), clock.now());
  const isJudged = state === 'passed' || state === 'failed';
  return {
    state: isJudged ? 'judging' : state,
    isUploaded: state === 'not_performed' && uploadOf(await listFrames(db, key.sessionId)) !== undefined,
    isFinished: !openStates.includes(state),
  };
}
