import { type ChallengeRules, challengeRules } from '../../../src/liveness/judge-frames.ts';
import { turnBetween } from '../../../src/liveness/measure-turn.ts';
import type { LivenessVerdict } from '../../../src/liveness/types.ts';
import type { MadeSession } from './make-sessions.ts';

/** A change of the rules that is measured: other limits, or a rule that was tried and is none. */
export type RuleChange = {
  readonly rules: ChallengeRules;
  /** Of a session that passes with `rules`. */
  readonly isRefused: (session: MadeSession, verdict: LivenessVerdict) => boolean;
};

/** Share of its height that a face loses, by its width, for each degree by which it seems lifted, in the mean of the lifts. */
const mostLowering = 0.0085;

/** Of sheets: tilted back, they get low. */
function isLowered([steps]: MadeSession, verdict: LivenessVerdict): boolean {
  const lifts = verdict.steps.filter(({ number }) => steps[number - 1]?.kind === 'up');
  const shares = lifts.map(({ narrowing = 1, pitchDegrees = 1 }) => (narrowing - 1) / pitchDegrees);
  return shares.reduce((sum, share) => sum + share, 0) > mostLowering * shares.length;
}

/** In the frame that shows a turn best, below what the median of the frames that look ahead needs. */
function seemsSpoofedInATurn([steps, frames, { passive, rules = challengeRules }]: MadeSession): boolean {
  const seen = frames.flatMap(({ step, face }) => (face === undefined ? [] : [{ step, face }]));
  const front = seen.find(({ step }) => step === 1)?.face;
  return steps.some(({ kind }, index) => {
    if (front === undefined || kind === 'center') return false;
    const turned = seen
      .filter(({ step }) => step === index + 1)
      .map(({ face }) => ({ face, ...turnBetween(front, face) }))
      .toSorted((a, b) => Math.hypot(b.yaw, b.pitch) - Math.hypot(a.yaw, a.pitch));
    const probability = turned[0]?.face.liveness.probability ?? 1;
    return probability < passive.threshold * rules.passiveShare;
  });
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
  'no relief': change({ leastRelief: -Infinity }),
  'no residual': change({ leastResidual: 0 }),
  'no stillness': change({ mostStillness: Infinity }),
  'no passive engine': change({ passiveShare: 0 }),
};

/** Rules that were tried against bent photos, and are none. */
export const tried: Readonly<Record<string, RuleChange>> = {
  'narrowing of 0.25 %': change({ mostNarrowing: 0.0025 }),
  'lifts that get low': change({}, isLowered),
  'the whole threshold of the passive engine': change({ passiveShare: 1 }),
  'the passive engine in each turn': change({}, seemsSpoofedInATurn),
};
