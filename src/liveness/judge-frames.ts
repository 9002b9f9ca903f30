import type { TurnedFace, TurnedLikeness } from '../engine/index.ts';
import { estimateProbability, type SessionSignals } from './estimate-probability.ts';
import { similarityResidual } from './fit-homography.ts';
import { type LightMeasures, lightEngine, measureLight } from './measure-light.ts';
import { measureTurn, measureWobble, type SeenFace, type Turn, turnBetween } from './measure-turn.ts';
import type {
  LivenessReason,
  LivenessStep,
  LivenessVerdict,
  Movement,
  StepKind,
  StepMeasures,
} from './types.ts';
import { findPassage, type Passage, passageFeatures, weighPassage } from './weigh-passage.ts';
import { weighTurn } from './weigh-turn.ts';

/** A frame with what was seen in it; `face` is undefined when that was not exactly one face. */
export type JudgedFrame = {
  /** From 1; 0 between two steps. */
  readonly step: number;
  readonly imageId: string;
  readonly receivedAt: Date;
  readonly face: SeenFace | undefined;
};

export type JudgeOptions = {
  /** The likeness of two templates, 0.5 at the threshold of a match. */
  readonly compare: (a: Uint8Array, b: Uint8Array) => number;
  /** `compareTurnedFaces` of the engine. */
  readonly compareTurned: (from: TurnedFace, to: TurnedFace) => TurnedLikeness;
  /** `followTurnedFace` of the engine. */
  readonly follow: (from: TurnedFace, to: TurnedFace) => number;
  readonly passive: { readonly engine: string; readonly threshold: number };
  /** The findings about the frames before the analysis of their faces. */
  readonly known: readonly LivenessReason[];
  /** `challengeRules` unless given. */
  readonly rules?: ChallengeRules;
};

/**
 * The thresholds of `challenge@5`, as docs/guides/what-liveness-proves.md explains them. Turns and residuals are less
 * than heads make and more than 120 held prints and phones showed; shape and moment were learnt on drawn heads, drawn
 * sheets and photos (docs/decisions/0113), narrowing on drawn heads and sheets (docs/decisions/0113); the rest are bounds
 * of what a head can do.
 */
export const challengeRules = {
  leastTurnDegrees: 11,
  leastLiftDegrees: 7,
  mostAsideDegrees: 12,
  mostOffCentreDegrees: 12,
  /** Pitch of a turn to a side at most, as a share of its yaw: a head that stands askew measures both. */
  mostTilt: 1.5,
  leastResidual: 0.068,
  leastLiftResidual: 0.05,
  /** A face that turns to a side and is narrower than this, or is lifted and lower than that, is a sheet. */
  leastNarrowing: 0.84,
  mostNarrowing: 1.22,
  /** Of what the turns say in the mean, see `weighTurn`. */
  leastShape: 0,
  leastMoment: -1.5,
  /** Turns that must show a frame on the way, of those that are asked for one; and what such frames say in the mean, see `weighPassage`. */
  leastPassages: 1,
  leastPassage: -2,
  /** Frames that seem as little turned as this are of one pose; see `measureWobble`. */
  onePoseDegrees: 8,
  mostWobble: 1.18,
  /** A move of at least this much, of which a homography leaves less than both, is one of something flat. */
  flatMove: 0.03,
  flatShare: 0.6,
  flatResidual: 0.06,
  /** Share of the frames that may lack a face. */
  mostLostShare: 0.2,
  /** Likeness to the reference frame: of the middle frame, and of every one but a share of them. */
  leastLikeness: 0.5,
  leastLikenessOfAny: 0.1,
  mostUnlikeShare: 0,
  /** Of the passive engine's own threshold: a session has more to go by than one photo (docs/decisions/0113). */
  passiveShare: 0.5,
  /** Between frames closer than this, in milliseconds, the face moves and grows at most so much, in its widths. */
  continuityMs: 1_500,
  mostShift: 1.2,
  mostGrowth: 1.6,
};

export type ChallengeRules = Readonly<typeof challengeRules>;

/** Name and version of the rules. */
const challengeEngine = 'challenge@5';

/** The findings about the frames of a session: the reasons to fail it, and what its probability is estimated by. */
export type Examination = {
  readonly reasons: readonly LivenessReason[];
  /** Undefined when no frame could be the reference frame. */
  readonly signals: SessionSignals | undefined;
  readonly steps: readonly StepMeasures[];
  readonly light?: NonNullable<LivenessVerdict['light']>;
  readonly referenceImageId?: string;
};

/**
 * The verdict on a session by its frames, without any I/O. It passes when every rule holds: each movement was made in
 * the asked order and time, the face is not flat, all frames show one person who moves as a head can, and the passive
 * engine takes the median frame of those that look ahead for live. With light, the face answers its colours. The probability is estimated as
 * `estimateProbability` says; with a reason to fail it is below 0.5.
 *
 * NOT verified: that the camera is one. A face drawn by a program that follows the steps passes.
 */
export function judgeFrames(
  steps: readonly LivenessStep[],
  frames: readonly JudgedFrame[],
  options: JudgeOptions,
): LivenessVerdict {
  const { signals, ...examined } = examineFrames(steps, frames, options);
  const isAlive = examined.reasons.length === 0;
  return {
    probability: signals === undefined ? 0 : estimateProbability(signals, examined.reasons),
    isAlive,
    engine: engineOf(steps, options.passive.engine),
    threshold: 0.5,
    ...examined,
  };
}

/** Names and versions of everything that judges a session. */
export function engineOf(steps: readonly LivenessStep[], passive: string): string {
  const isLit = steps.some(({ kind }) => kind === 'light');
  return [challengeEngine, ...(isLit ? [lightEngine] : []), passive].join('+');
}

/** The findings of the rules in the frames of a session; `judgeFrames` makes a verdict of them. */
export function examineFrames(
  steps: readonly LivenessStep[],
  frames: readonly JudgedFrame[],
  { compare, compareTurned, follow, passive, known, rules = challengeRules }: JudgeOptions,
): Examination {
  const reasons = new Set<LivenessReason>(known);
  const seen = frames.filter((frame): frame is JudgedFrame & { face: SeenFace } => frame.face !== undefined);
  const reference = chooseReference(steps, seen, rules);
  if (steps.some(({ dueAt }, index) => isLate(dueAt, framesOf(frames, index)))) reasons.add('too_late');
  if (frames.length - seen.length > frames.length * rules.mostLostShare) reasons.add('face_lost');
  if (reference === undefined) {
    reasons.add('face_lost');
    return { signals: undefined, reasons: [...reasons], steps: [] };
  }
  const light = lightOf(steps, frames);
  if (light?.outcome === 'wrong') reasons.add('wrong_light');
  if (light?.outcome === 'unclear') reasons.add('light_unclear');
  const all = steps.map((step, index) =>
    measureStep(step, index + 1, framesOf(seen, index), reference, rules),
  );
  const measured = all.filter((_, index) => steps[index]!.kind !== 'light');
  for (const {
    measures: { faces, isFulfilled },
  } of measured) {
    if (faces === 0) reasons.add('face_lost');
    else if (!isFulfilled) reasons.add('wrong_direction');
  }
  const sides = seen.filter(
    ({ step }) => isSide(steps[step - 1]?.kind) && !measured[step - 1]?.measures.isFulfilled,
  );
  if (sides.some(({ face }) => isFlatMove(reference, face, rules))) reasons.add('flat');
  const made = measured.flatMap((step) => (step.made === undefined ? [] : [step.made]));
  const compared = made.map((turn) => ({ ...turn, ...compareTurned(reference, turn.face) }));
  const weights = compared.map((turn) => weighTurn(turn.kind, turn));
  const shape = mean(weights.map((weight) => weight.shape));
  const moment = mean(weights.map((weight) => weight.moment));
  const isSheet = made.some((turn) => depthOf(turn, rules) < 0) || shape < rules.leastShape;
  const ofOnePose = seen.filter(({ face }) => isNear(reference, face, rules.onePoseDegrees));
  const wobble = measureWobble(ofOnePose.map(({ face }) => face));
  if (isSheet || wobble > rules.mostWobble) reasons.add('flat');
  const likeness = likenessOf(
    seen.map(({ face }) => compare(reference.template, face.template)),
    rules,
  );
  const asked = compared.filter(({ isPassageAsked }) => isPassageAsked);
  const passages = asked.flatMap(({ passage, ...turn }) =>
    passage === undefined ? [] : [weighPassage(turn.kind, passageFeatures(reference, turn, passage, follow))],
  );
  if (passages.length < Math.min(asked.length, rules.leastPassages)) reasons.add('turn_too_quick');
  const isSwapped = moment < rules.leastMoment || mean(passages) < rules.leastPassage;
  if (likeness < 0.5 || isSwapped) reasons.add('other_person');
  if (!isContinuous(seen)) reasons.add('motion_broken');
  const live = median(
    seen
      .filter(({ step }) => steps[step - 1]?.kind === 'center')
      .map(({ face }) => face.liveness.probability),
  );
  const leastLive = passive.threshold * rules.passiveShare;
  if (live < leastLive) reasons.add('passive_spoof');
  return {
    signals: {
      fulfilledShare: measured.filter(({ measures }) => measures.isFulfilled).length / measured.length,
      shape: made.length === 0 ? undefined : shape,
      moment: made.length === 0 ? undefined : moment,
      likeness,
      passive: rescale(live, leastLive),
    },
    reasons: [...reasons],
    steps: withTones(
      all.map(({ measures }) => measures),
      steps,
      light,
    ),
    ...(light?.strength === undefined || light.agreement === undefined
      ? {}
      : { light: { strength: to3(light.strength), agreement: to3(light.agreement) } }),
    referenceImageId: reference.imageId,
  };
}

/** The answer of the face to the colours of the screen; undefined for a session without light. */
function lightOf(steps: readonly LivenessStep[], frames: readonly JudgedFrame[]): LightMeasures | undefined {
  const lit = steps.flatMap(({ colour }, index) => {
    if (colour === undefined) return [];
    return [{ colour, colours: framesOf(frames, index)[0]?.face?.colours }];
  });
  return lit.length === 0 ? undefined : measureLight(lit);
}

function withTones(
  measured: readonly StepMeasures[],
  steps: readonly LivenessStep[],
  light: LightMeasures | undefined,
): readonly StepMeasures[] {
  if (light === undefined) return measured;
  const tones = light.tones.values();
  return measured.map((step, index) => {
    if (steps[index]!.kind !== 'light') return step;
    const tone = tones.next().value;
    return tone === undefined ? step : { ...step, redTone: to3(tone.red), blueTone: to3(tone.blue) };
  });
}

function to3(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

type Reference = SeenFace & { readonly imageId: string };

/** Of the frames that were to look ahead: the first step's one in the middle of its poses gives the pose, the sharpest near it is taken. */
function chooseReference(
  steps: readonly LivenessStep[],
  seen: readonly (JudgedFrame & { readonly face: SeenFace })[],
  rules: ChallengeRules,
): Reference | undefined {
  const ahead = seen.filter(({ step }) => steps[step - 1]?.kind === 'center');
  const first = ahead.filter(({ step }) => step === 1);
  const last = first.at(-1) ?? ahead[0];
  if (last === undefined) return undefined;
  const near = ahead.filter(({ face }) => isNear(last.face, face, rules.mostOffCentreDegrees / 2));
  const sharpest = near.toSorted((a, b) => b.face.quality.sharpness - a.face.quality.sharpness)[0] ?? last;
  return { ...sharpest.face, imageId: sharpest.imageId };
}

/** A turn that was made, by the frame that shows it best. */
type MadeTurn = {
  readonly kind: Exclude<Movement, 'center'>;
  readonly residual: number;
  readonly narrowing: number;
  readonly face: SeenFace;
  readonly isPassageAsked: boolean;
  readonly passage: Passage | undefined;
};

type MeasuredStep = { readonly measures: StepMeasures; readonly made?: MadeTurn };

function measureStep(
  { kind, between }: LivenessStep,
  number: number,
  frames: readonly (JudgedFrame & { readonly face: SeenFace })[],
  reference: Reference,
  rules: ChallengeRules,
): MeasuredStep {
  const turns = frames.map(({ face }) => ({ face, ...turnBetween(reference, face) }));
  const best = turns.toSorted((a, b) => showsBy(kind, b, rules) - showsBy(kind, a, rules))[0];
  if (best === undefined) return { measures: { number, faces: 0, isFulfilled: false } };
  const { residual, narrowing } = measureTurn(reference, best.face);
  const isFulfilled = showsBy(kind, best, rules) >= 0;
  const measures = {
    number,
    faces: frames.length,
    yawDegrees: round(best.yaw),
    pitchDegrees: round(best.pitch),
    residual: Math.round(residual * 10_000) / 10_000,
    narrowing: Math.round(narrowing * 1_000) / 1_000,
    isFulfilled,
  };
  if (kind === 'center' || kind === 'light' || !isFulfilled) return { measures };
  const turn = { kind, residual, narrowing, face: best.face };
  const isPassageAsked = between !== undefined;
  const passage = isPassageAsked
    ? findPassage(
        reference,
        turn,
        frames.map(({ face }) => face),
      )
    : undefined;
  const betweenDegrees = passage && round(passage.share * Math.abs(kind === 'up' ? best.pitch : best.yaw));
  return {
    measures: { ...measures, ...(betweenDegrees === undefined ? {} : { betweenDegrees }) },
    made: { ...turn, isPassageAsked, passage },
  };
}

/** By how many degrees a turn is more than a movement needs; negative when it is not that movement. */
function showsBy(kind: StepKind, { yaw, pitch }: Turn, rules: ChallengeRules): number {
  const { leastTurnDegrees, leastLiftDegrees, mostAsideDegrees, mostOffCentreDegrees, mostTilt } = rules;
  switch (kind) {
    case 'center':
    case 'light':
      return mostOffCentreDegrees - Math.max(Math.abs(yaw), Math.abs(pitch));
    case 'left':
      return Math.min(yaw - leastTurnDegrees, yaw * mostTilt - Math.abs(pitch));
    case 'right':
      return Math.min(-yaw - leastTurnDegrees, -yaw * mostTilt - Math.abs(pitch));
    case 'up':
      return Math.min(pitch - leastLiftDegrees, mostAsideDegrees - Math.abs(yaw));
  }
}

/** By how much a turn that was made leaves more than a sheet would, as a residual; negative for a sheet. */
function depthOf({ kind, residual, narrowing }: MadeTurn, rules: ChallengeRules): number {
  const shape = kind === 'up' ? rules.mostNarrowing - narrowing : narrowing - rules.leastNarrowing;
  return Math.min(residual - (kind === 'up' ? rules.leastLiftResidual : rules.leastResidual), shape);
}

/** 0.5 where frames are just taken for those of one person. */
function likenessOf(likenesses: readonly number[], rules: ChallengeRules): number {
  const sorted = likenesses.toSorted((a, b) => a - b);
  const least = sorted[Math.floor(sorted.length * rules.mostUnlikeShare)] ?? 0;
  return Math.min(rescale(median(sorted), rules.leastLikeness), rescale(least, rules.leastLikenessOfAny));
}

function isNear(a: SeenFace, b: SeenFace, degrees: number): boolean {
  const { yaw, pitch } = turnBetween(a, b);
  return Math.abs(yaw) <= degrees && Math.abs(pitch) <= degrees;
}

/**
 * Seen from another side, and yet nearly without depth. Only asked of turns to a side that were not made: a head that
 * nods or turns a little can look like that.
 */
function isFlatMove(reference: SeenFace, face: SeenFace, rules: ChallengeRules): boolean {
  const { flatMove, flatShare, flatResidual, leastTurnDegrees } = rules;
  const moved = similarityResidual(reference.points, face.points);
  const { residual } = measureTurn(reference, face);
  const isTurned = Math.abs(turnBetween(reference, face).yaw) >= leastTurnDegrees;
  return !isTurned && moved >= flatMove && residual < flatResidual && residual < moved * flatShare;
}

function isSide(kind: StepKind | undefined): boolean {
  return kind === 'left' || kind === 'right';
}

function framesOf<Frame extends { readonly step: number }>(
  frames: readonly Frame[],
  index: number,
): readonly Frame[] {
  return frames.filter(({ step }) => step === index + 1);
}

function isLate(dueAt: string | undefined, frames: readonly JudgedFrame[]): boolean {
  return dueAt !== undefined && frames.some(({ receivedAt }) => receivedAt > new Date(dueAt));
}

function isContinuous(frames: readonly (JudgedFrame & { readonly face: SeenFace })[]): boolean {
  const { continuityMs, mostShift, mostGrowth } = challengeRules;
  const inOrder = frames.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  return inOrder.every((frame, index) => {
    const before = inOrder[index - 1];
    if (before === undefined) return true;
    if (frame.receivedAt.getTime() - before.receivedAt.getTime() > continuityMs) return true;
    const [a, b] = [before.face.box, frame.face.box];
    const shift = Math.hypot(b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2);
    const growth = b.height / a.height;
    return shift <= a.width * mostShift && growth <= mostGrowth && growth >= 1 / mostGrowth;
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** A probability brought to 0.5 at its threshold. */
function rescale(probability: number, threshold: number): number {
  return probability < threshold
    ? (0.5 * probability) / threshold
    : 0.5 + (0.5 * (probability - threshold)) / Math.max(1e-9, 1 - threshold);
}

function round(degrees: number): number {
  return Math.round(degrees * 10) / 10;
}
