import type { FaceColours, LinearColour } from '../engine/index.ts';
import type { LightColour } from './types.ts';

/** Name and version of the rules. */
export const lightEngine = 'light@1';

/** The colour that was shown while a frame was taken, and the colours of the face in it. */
export type LitFrame = { readonly colour: LightColour; readonly colours: FaceColours | undefined };

/** The tone of a face against its surroundings: natural logarithms of red by green and of blue by green. */
export type Tone = { readonly red: number; readonly blue: number };

export type LightMeasures = {
  /** The change of the face's tone: root mean square of its distance from the mean. Undefined: too few faces. */
  readonly strength: number | undefined;
  /** The correlation of the tones with those that the colours give a face, -1 to 1. */
  readonly agreement: number | undefined;
  /** Of each frame; undefined where the face had none. */
  readonly tones: readonly (Tone | undefined)[];
  /** `unclear`: nothing can be said; that is no pass. */
  readonly outcome: 'answered' | 'unclear' | 'wrong';
};

/** Thresholds of `light@1`, learnt on drawn faces: docs/decisions/0157. */
export const lightRules = {
  /** A face whose tone changes less may be out of the screen's reach, or a recording. */
  leastStrength: 0.03,
  leastAgreement: 0.85,
  /** A weaker change, or one that agrees more, is `unclear` rather than `wrong`: it may be a movement in daylight. */
  leastStrengthOfWrong: 0.06,
  mostAgreementOfWrong: 0.5,
} as const;

/**
 * The answer of a face to the colours that the screen showed, one frame for each. A camera's white balance
 * multiplies the channels of the whole picture: the tone is measured against the surroundings, so it cancels out.
 *
 * NOT verified: depth. A print answers as a face does; this shows that the picture is of now.
 */
export function measureLight(frames: readonly LitFrame[]): LightMeasures {
  const hasSurroundings = frames.every(({ colours }) => colours?.around !== undefined);
  const tones = frames.map(({ colours }) => colours && toneOf(colours, hasSurroundings));
  const seen = tones.filter((tone) => tone !== undefined);
  if (seen.length < frames.length || frames.length < 2) {
    return { strength: undefined, agreement: undefined, tones, outcome: 'unclear' };
  }
  const measured = centred(seen);
  const expected = centred(frames.map(({ colour }) => directionOf(colour)));
  const [squares, expectedSquares] = [product(measured, measured), product(expected, expected)];
  const strength = Math.sqrt(squares / frames.length);
  const agreement = product(measured, expected) / Math.sqrt(Math.max(1e-12, squares * expectedSquares));
  return { strength, agreement, tones, outcome: decide(strength, agreement) };
}

function decide(strength: number, agreement: number): LightMeasures['outcome'] {
  if (strength < lightRules.leastStrength) return 'unclear';
  if (agreement >= lightRules.leastAgreement) return 'answered';
  const { leastStrengthOfWrong, mostAgreementOfWrong } = lightRules;
  return strength >= leastStrengthOfWrong && agreement < mostAgreementOfWrong ? 'wrong' : 'unclear';
}

function toneOf({ face, around }: FaceColours, hasSurroundings: boolean): Tone {
  const own = { red: Math.log(face.red / face.green), blue: Math.log(face.blue / face.green) };
  if (!hasSurroundings || around === undefined) return own;
  return {
    red: own.red - Math.log(around.red / around.green),
    blue: own.blue - Math.log(around.blue / around.green),
  };
}

/** Where a little light of a colour moves the tone of a face in white light. */
function directionOf(colour: LightColour): Tone {
  const { red, green, blue } = lightColours[colour];
  return { red: red - green, blue: blue - green };
}

function centred(tones: readonly Tone[]): readonly Tone[] {
  const mean = (pick: (tone: Tone) => number) =>
    tones.reduce((sum, tone) => sum + pick(tone), 0) / tones.length;
  const [red, blue] = [mean((tone) => tone.red), mean((tone) => tone.blue)];
  return tones.map((tone) => ({ red: tone.red - red, blue: tone.blue - blue }));
}

function product(a: readonly Tone[], b: readonly Tone[]): number {
  return a.reduce((sum, tone, i) => sum + tone.red * b[i]!.red + tone.blue * b[i]!.blue, 0);
}

/**
 * The colours that a screen shows, in linear light. None is a saturated red (WCAG 2.3.1: red by the sum at 0.8 or more);
 * the most is 0.65. packages/capture shows the same.
 */
export const lightColours: Readonly<Record<LightColour, LinearColour>> = {
  blue: fromHex('1e50ff'),
  green: fromHex('1ed250'),
  amber: fromHex('ffbe28'),
  pink: fromHex('ff5ae6'),
};

function fromHex(hex: string): LinearColour {
  const channel = (at: number) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return { red: channel(0), green: channel(2), blue: channel(4) };
}
