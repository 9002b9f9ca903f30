import type { LivenessDeps } from './liveness-deps.ts';
import { type CaptureKey, openCapture } from './open-capture.ts';
import { stateAt } from './state-at.ts';
import type { LivenessState } from './types.ts';

/**
 * How far the capture has come, for whoever holds a secret of the session. What came of it is not told: a session that
 * was judged is `JUDGING` here as well. Rejects with `liveness_secret_invalid`.
 */
export async function getProgress(
  { db, clock }: Pick<LivenessDeps, 'db' | 'clock'>,
  key: CaptureKey,
): Promise<{ readonly state: LivenessState; readonly isFinished: boolean }> {
  const state = stateAt(await openCapture(db, key, 'watch'), clock.now());
  const isJudged = state === 'PASSED' || state === 'FAILED';
  return {
    state: isJudged ? 'JUDGING' : state,
    isFinished: !['CREATED', 'STARTED', 'CAPTURING'].includes(state),
  };
}
