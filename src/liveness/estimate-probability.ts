import type { LivenessReason } from './types.ts';

/** The signals of a session that its probability rests on. */
export type SessionSignals = {
  /** Share of the steps that were made. */
  readonly fulfilledShare: number;
  /** Of what surrounds the face, and of all frames as one person; 0.5 at the limit of each rule. */
  readonly surroundings: number;
  readonly likeness: number;
  /** Of the passive engine; 0.5 at the rule's threshold. */
  readonly passive: number;
};

/**
 * The weakest signal of a session, on the side of its verdict: 0.5 at least when it passes, 0.49 at most otherwise, 0.01
 * at most for frames that came before. It puts sessions in an order.
 *
 * NOT a share of people among sessions like this one: nobody has recorded enough real people and attacks to learn that.
 */
export function estimateProbability(signals: SessionSignals, reasons: readonly LivenessReason[]): number {
  const weakest = Math.min(...Object.values(signals));
  if (reasons.length === 0) return Math.max(leastOfPassed, weakest);
  return Math.min(reasons.some(isOfCopies) ? mostOfCopies : mostOfFailed, weakest);
}

const [leastOfPassed, mostOfFailed, mostOfCopies] = [0.5, 0.49, 0.01] as const;

/** Frames that were seen before are no person's, whatever they show. */
function isOfCopies(reason: LivenessReason): boolean {
  return reason === 'frames_repeated' || reason === 'frames_seen_before';
}
