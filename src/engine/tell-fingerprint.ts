import { FingerprintDrawer } from './draw-fingerprint.ts';
import type { LivenessAssessor } from './liveness/liveness-assessor.ts';

type Tell = (fingerprint: Uint8Array) => void;

/** Parts of one worker that tell a photo's fingerprint before its liveness is judged. */
export type TellingParts = {
  readonly fingerprints: FingerprintDrawer;
  readonly assessor: LivenessAssessor;
  /** Sets who is told of the next photo; nobody with undefined. */
  tellOf(tell: Tell | undefined): void;
};

/**
 * Only photos that are drawn while `isWorthIt` says so are told. By the time liveness is judged the recognition is
 * offered to other workers: who passes the offer on does not compare fingerprints first.
 */
export function tellFingerprints(assessor: LivenessAssessor, isWorthIt: () => boolean): TellingParts {
  let told: Tell | undefined;
  let drawn: Uint8Array | undefined;
  class KeptFingerprints extends FingerprintDrawer {
    override draw(...of: Parameters<FingerprintDrawer['draw']>): Uint8Array {
      const fingerprint = super.draw(...of);
      drawn = told !== undefined && isWorthIt() ? fingerprint : undefined;
      return fingerprint;
    }
  }
  return {
    fingerprints: new KeptFingerprints(),
    assessor: {
      assess(face) {
        if (drawn !== undefined) told?.(drawn);
        return assessor.assess(face);
      },
    },
    tellOf(tell) {
      told = tell;
      drawn = undefined;
    },
  };
}
