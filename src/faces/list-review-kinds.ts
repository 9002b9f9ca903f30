import type { ReviewKind } from '../platform/reviews.ts';
import type { NewAttempt } from './types.ts';

/** Why people should look at an attempt; usually nothing. `isUploaded`: its photo was sent ahead, or as a file. */
export function listReviewKinds(
  attempt: Pick<NewAttempt, 'decision' | 'faceMatch'>,
  isUploaded: boolean,
  band = 0,
): readonly ReviewKind[] {
  const { outcome } = attempt.decision;
  const kinds: ReviewKind[] = [];
  if (outcome === 'spoof_suspected' || outcome === 'reference_replayed') kinds.push('liveness_failure');
  if (band > 0 && Math.abs(attempt.faceMatch.similarity - 0.5) <= band) kinds.push('similarity_band');
  if (isUploaded) kinds.push('capture_upload');
  return kinds;
}
