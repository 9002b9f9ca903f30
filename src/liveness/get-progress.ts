import { listFrames, uploadOf } from './frames-store.ts';
import type { LivenessDeps } from './liveness-deps.ts';
import { type CaptureKey, openCapture } from './open-capture.ts';
import { stateAt } from './state-at.ts';
import type { LivenessState } from './types.ts';

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
    isFinished: !['created', 'started', 'capturing'].includes(state),
  };
}
