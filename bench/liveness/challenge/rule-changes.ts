import { type ChallengeRules, challengeRules } from '../../../src/liveness/judge-frames.ts';
import type { LivenessStep, LivenessVerdict } from '../../../src/liveness/types.ts';

/** A change of the rules that is measured: other limits, or a rule that was tried and is none. */
export type RuleChange = {
  readonly rules: ChallengeRules;
  /** Of a session that passes with `rules`. */
  readonly isRefused: (steps: readonly LivenessStep[], verdict: LivenessVerdict) => boolean;
};

/** Share of its height that a face loses, by its width, for each degree by which it seems lifted, in the mean of the lifts. */
const mostLowering = 0.0085;

/** Of sheets: tilted back, they get low. */
function isLowered(steps: readonly LivenessStep[], verdict: LivenessVerdict): boolean {
  const lifts = verdict.steps.filter(({ number }) => steps[number - 1]?.kind === 'up');
  const shares = lifts.map(({ narrowing = 1, pitchDegrees = 1 }) => (narrowing - 1) / pitchDegrees);
  return shares.reduce((sum, share) => sum + share, 0) > mostLowering * shares.length;
}

const change = (
  rules: Partial<ChallengeRules>,
  isRefused: RuleChange['isRefused'] = () => false,
): RuleChange => ({ rules: { ...challengeRules, ...rules }, isRefused });

/** Each rule left out once. */
export const withoutOne: Readonly<Record<string, RuleChange>> = {
  'all rules': change({}),
  'no surroundings': change({ leastSurroundings: 0, leastSurroundingsToMend: 0 }),
  'no frame on the way': change({ leastPassages: 0 }),
  'no likeness': change({ leastLikeness: 0, leastLikenessOfAny: 0 }),
  'no narrowing': change({ mostNarrowing: Infinity }),
  'no residual': change({ leastResidual: 0 }),
  'no stillness': change({ mostStillness: Infinity }),
  'no passive engine': change({ passiveShare: 0 }),
};

/** Rules that were tried against bent photos, and are none. */
export const tried: Readonly<Record<string, RuleChange>> = {
  'narrowing of 0.25 %': change({ mostNarrowing: 0.0025 }),
  'lifts that get low': change({}, isLowered),
  'the whole threshold of the passive engine': change({ passiveShare: 1 }),
};
