import { estimateProbability, type SessionSignals } from './estimate-probability.ts';
import { type LightMeasures, lightEngine, measureLight } from './measure-light.ts';
import { measureTurn, type SeenFace, type Turn, turnBetween } from './measure-turn.ts';
import {
  type LivenessReason,
  type LivenessStep,
  type LivenessVerdict,
  type Movement,
  mendableReasons,
  type StepKind,
  type StepMeasures,
} from './types.ts';

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
  readonly compareSurroundings: (a: Uint8Array, b: Uint8Array) => number | undefined;
  readonly compareStillness: (a: Uint8Array, b: Uint8Array) => number | undefined;
  readonly measureRelief: (a: Uint8Array, b: Uint8Array) => number | undefined;
  readonly passive: { readonly engine: string; readonly threshold: number };
  /** The findings about the frames before the analysis of their faces. */
  readonly known: readonly LivenessReason[];
  /** `challengeRules` unless given. */
  readonly rules?: ChallengeRules;
};

/**
 * The thresholds of `challenge@8`, as docs/guides/what-liveness-proves.md explains them. Turns and residuals are less
 * than heads make and more than 120 held prints and phones showed. Narrowing, surroundings and likeness are bounds of what
 * clips of six real people show (docs/reference/challenge.md). The rest are bounds of what a head can do.
 */
export const challengeRules = {
  leastTurnDegrees: 11,
  leastLiftDegrees: 7,
  mostAsideDegrees: 12,
  mostOffCentreDegrees: 12,
  /** Pitch of a turn to a side at most, as a share of its yaw: a head that stands askew measures both. */
  mostTilt: 1.5,
  /** Of a turn to a side; a lift leaves too little to tell. */
  leastResidual: 0.068,
  /** Share of its width that the face loses for each degree it seems turned to a side, in the mean of these turns. */
  mostNarrowing: 0.003,
  /**
   * Heights of the face by which the tip of the nose moves ahead for each degree it seems turned to a side, in the mean of
   * these turns: a nose as high as 5 of 180 mm. Frames turned further are not measured.
   */
  leastRelief: 0.0005,
  mostReliefDegrees: 32,
  /** Likeness of what surrounds the face between the reference frame and the turns, in the mean. */
  leastSurroundings: 0.7,
  /** Of a session that lacks what a movement made again may mend: one of a hundred sessions of the clips has less. */
  leastSurroundingsToMend: 0.76,
  /** Of hair, ears, jaw and neck in turns to a side, in the mean: a face that turns takes them with it. */
  mostStillness: 0.985,
  /** Turns that must show a frame on the way, of those that are asked for one. */
  leastPassages: 1,
  /** Share of the frames that may lack a face. */
  mostLostShare: 0.2,
  /**
   * Likeness to the reference frame of every frame that looks ahead, and of any frame to the one before it; of the first
   * frame of a movement asked for again to the reference frame.
   */
  leastLikeness: 0.5,
  leastLikenessOfAny: 0.1,
  /** Of the passive engine's own threshold: a session has more to go by than one photo (docs/decisions/0113). */
  passiveShare: 0.5,
  /** Median of the frames that look ahead: where the passive engine refuses them, less of it is named as the reason. */
  leastBrightness: 30,
  leastSharpness: 8,
  leastEyesVisibility: 0.05,
  leastMouthVisibility: 0.02,
  /** Between frames closer than this, in milliseconds, the face moves and grows at most so much, in its widths. */
  continuityMs: 1_500,
  mostShift: 1.2,
  mostGrowth: 1.6,
};

export type ChallengeRules = Readonly<typeof challengeRules>;

/** Name and version of the rules. */
const challengeEngine = 'challenge@8';

/** The findings about the frames of a session: the reasons to fail it, and what its probability is estimated by. */
type Examination = {
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
 * engine takes the median frame of those that look ahead for live: of those alone that were asked for again, if any.
 * With light, the face answers its colours. The probability is estimated as `estimateProbability` says; with a reason to
 * fail it is below 0.5.
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
function examineFrames(
  steps: readonly LivenessStep[],
  frames: readonly JudgedFrame[],
  {
    compare,
    compareSurroundings,
    compareStillness,
    measureRelief,
    passive,
    known,
    rules = challengeRules,
  }: JudgeOptions,
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
    measureStep(step, index + 1, framesOf(seen, index), reference, { rules, measureRelief }),
  );
  const measured = all.filter((_, index) => steps[index]!.kind !== 'light');
  for (const {
    measures: { faces, isFulfilled },
  } of measured) {
    if (faces === 0) reasons.add('face_lost');
    else if (!isFulfilled) reasons.add('wrong_direction');
  }
  const made = measured.flatMap((step) => (step.made === undefined ? [] : [step.made]));
  const sides = made.filter(({ kind }) => kind !== 'up');
  const narrowing = mean(sides.map((turn) => (1 - turn.narrowing) / Math.abs(turn.yaw)));
  const isFlat = sides.some(({ residual }) => residual < rules.leastResidual);
  const reliefs = sides.flatMap(({ relief }) => relief ?? []);
  const isSmooth = reliefs.length > 0 && mean(reliefs) < rules.leastRelief;
  if (isFlat || isSmooth || narrowing > rules.mostNarrowing) reasons.add('flat');
  const isAhead = ({ step }: JudgedFrame) => steps[step - 1]?.kind === 'center';
  const likeness = Math.min(
    ...seen.map((frame, index) => {
      const before = seen[index - 1];
      // Before a movement that is asked for again is a pause, which may begin in a turn to another side.
      const isAfterPause = before?.step !== frame.step && steps[frame.step - 1]?.again !== undefined;
      const last = isAfterPause ? reference : (before?.face ?? reference);
      return isAhead(frame)
        ? rescale(compare(reference.template, frame.face.template), rules.leastLikeness)
        : rescale(compare(last.template, frame.face.template), rules.leastLikenessOfAny);
    }),
  );
  if (likeness < 0.5) reasons.add('other_person');
  const around = made.flatMap(({ face }) => {
    const alike = compareSurroundings(reference.surroundings, face.surroundings);
    return alike === undefined ? [] : [alike];
  });
  const asked = made.filter(({ isPassageAsked }) => isPassageAsked);
  const onTheWay = asked.filter(({ isPassageSeen }) => isPassageSeen).length;
  if (onTheWay < Math.min(asked.length, rules.leastPassages)) reasons.add('turn_too_quick');
  const stillness = sides.flatMap(({ face }) => {
    const still = compareStillness(reference.surroundings, face.surroundings);
    return still === undefined ? [] : [still];
  });
  if (!isContinuous(seen) || mean(stillness) > rules.mostStillness) reasons.add('motion_broken');
  const ahead = seen.filter(isAhead);
  const again = ahead.filter(({ step }) => steps[step - 1]?.again !== undefined);
  const looked = (again.length === 0 ? ahead : again).map(({ face }) => face);
  const live = median(looked.map(({ liveness }) => liveness.probability));
  const leastLive = passive.threshold * rules.passiveShare;
  if (live < leastLive) reasons.add(whyNotLive(looked, rules));
  const mayBeMended = mendableReasons.some((reason) => reasons.has(reason));
  const leastAround = mayBeMended ? rules.leastSurroundingsToMend : rules.leastSurroundings;
  if (made.length > 0 && mean(around) < leastAround) reasons.add('surroundings_changed');
  return {
    signals: {
      fulfilledShare: measured.filter(({ measures }) => measures.isFulfilled).length / measured.length,
      surroundings: rescale(mean(around), rules.leastSurroundings),
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
    referenceImageId: (again.toSorted(bySharpness)[0] ?? reference).imageId,
  };
}

/** Why the passive engine may have refused frames that look ahead: what spoils the picture comes before a suspicion. */
function whyNotLive(faces: readonly SeenFace[], rules: ChallengeRules): LivenessReason {
  const usual = (value: (quality: SeenFace['quality']) => number) =>
    median(faces.map(({ quality }) => value(quality)));
  if (usual(({ brightness }) => brightness) < rules.leastBrightness) return 'too_dark';
  if (
    usual(({ eyesVisibility }) => eyesVisibility) < rules.leastEyesVisibility ||
    usual(({ mouthVisibility }) => mouthVisibility) < rules.leastMouthVisibility
  ) {
    return 'face_covered';
  }
  return usual(({ sharpness }) => sharpness) < rules.leastSharpness ? 'too_blurred' : 'passive_spoof';
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
  const ahead = seen.filter(
    ({ step }) => steps[step - 1]?.kind === 'center' && steps[step - 1]?.again === undefined,
  );
  const first = ahead.filter(({ step }) => step === 1);
  const last = first.at(-1) ?? ahead[0];
  if (last === undefined) return undefined;
  const near = ahead.filter(({ face }) => isNear(last.face, face, rules.mostOffCentreDegrees / 2));
  const sharpest = near.toSorted(bySharpness)[0] ?? last;
  return { ...sharpest.face, imageId: sharpest.imageId };
}

function bySharpness(a: { readonly face: SeenFace }, b: { readonly face: SeenFace }): number {
  return b.face.quality.sharpness - a.face.quality.sharpness;
}

/** A turn that was made, by the frame that shows it best. */
type MadeTurn = {
  readonly kind: Exclude<Movement, 'center'>;
  readonly residual: number;
  readonly narrowing: number;
  readonly yaw: number;
  readonly face: SeenFace;
  /** Of a turn to a side, for each degree. Undefined where it cannot be told. */
  readonly relief: number | undefined;
  readonly isPassageAsked: boolean;
  readonly isPassageSeen: boolean;
};

type MeasuredStep = { readonly measures: StepMeasures; readonly made?: MadeTurn };

function measureStep(
  { kind, between }: LivenessStep,
  number: number,
  frames: readonly (JudgedFrame & { readonly face: SeenFace })[],
  reference: Reference,
  { rules, measureRelief }: { readonly rules: ChallengeRules } & Pick<JudgeOptions, 'measureRelief'>,
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
  const reliefs = turns.flatMap(({ face, yaw }) => {
    // A frame on the way is turned too little to tell.
    const least = Math.max(rules.leastTurnDegrees, mostWay * Math.abs(best.yaw));
    const isTold = kind !== 'up' && Math.abs(yaw) >= least && Math.abs(yaw) <= rules.mostReliefDegrees;
    const relief = isTold ? measureRelief(reference.midline, face.midline) : undefined;
    return relief === undefined ? [] : [relief / yaw];
  });
  const relief = reliefs.length === 0 ? undefined : mean(reliefs);
  const turn = { kind, residual, narrowing, relief, yaw: best.yaw, face: best.face };
  const isPassageAsked = between !== undefined;
  const along = ({ yaw, pitch }: Turn) => (kind === 'up' ? pitch : yaw);
  const share = isPassageAsked ? shareOnTheWay(turns.map((way) => along(way) / along(best))) : undefined;
  const betweenDegrees = share && round(share * Math.abs(along(best)));
  return {
    measures: {
      ...measures,
      ...(relief === undefined ? {} : { relief: Math.round(relief * 100_000) / 100_000 }),
      ...(betweenDegrees === undefined ? {} : { betweenDegrees }),
    },
    made: { ...turn, isPassageAsked, isPassageSeen: share !== undefined },
  };
}

/** A frame counts as on the way between these shares of the turn. */
const [leastWay, mostWay] = [0.2, 0.85] as const;

/** Of shares of a turn by their angle, the one nearest to its middle; undefined when none is on the way. */
function shareOnTheWay(shares: readonly number[]): number | undefined {
  return shares
    .filter((share) => share > leastWay && share < mostWay)
    .sort((a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5))[0];
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

function isNear(a: SeenFace, b: SeenFace, degrees: number): boolean {
  const { yaw, pitch } = turnBetween(a, b);
  return Math.abs(yaw) <= degrees && Math.abs(pitch) <= degrees;
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
