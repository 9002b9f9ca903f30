import type { ReviewKind } from '../platform/reviews.ts';
import type { ReceivedPhoto } from './authentication-store.ts';
import type { NewAttempt } from './types.ts';

/** Why people should look at an attempt; usually nothing. */
export function listReviewKinds(
  attempt: Pick<NewAttempt, 'decision' | 'faceMatch'>,
  photo: ReceivedPhoto['kind'],
  band = 0,
): readonly ReviewKind[] {
  const { outcome } = attempt.decision;
  const kinds: ReviewKind[] = [];
  if (outcome === 'spoof_suspected' || outcome === 'reference_replayed') kinds.push('liveness_failure');
  if (band > 0 && Math.abs(attempt.faceMatch.similarity - 0.5) <= band) kinds.push('similarity_band');
  if (photo === 'capture') kinds.push('capture_upload');
  return kinds;
}
