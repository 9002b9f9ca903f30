import type { FaceQuality } from '../face-engine.ts';
import { type Rate, type ScoredPair, wilson } from './error-rates.ts';
import type { LabelledPair } from './read-labelled-pairs.ts';

/** A pair as it was decided. */
export type EvaluatedPair = ScoredPair & {
  readonly pair: LabelledPair;
  /** 0.5 at the configured threshold; 0 without a template of both photos. */
  readonly similarity: number;
  /** Taken off the score for what both faces have in common with the cohort. */
  readonly penalty: number;
};

/** The error rates of pairs that are difficult in one way. Null without a pair. */
export type ClassRates = {
  readonly name: string;
  readonly description: string;
  readonly genuinePairs: number;
  readonly impostorPairs: number;
  readonly falseNonMatches: Rate | null;
  readonly falseMatches: Rate | null;
};

type Photo = Pick<FaceQuality, 'sharpness' | 'eyeDistancePx' | 'yawDegrees' | 'pitchDegrees'>;

type Class = {
  readonly name: string;
  readonly description: string;
  readonly has: (pair: EvaluatedPair, photos: readonly [Photo, Photo]) => boolean;
};

const isOneOf = (test: (photo: Photo) => boolean) => (_: EvaluatedPair, photos: readonly [Photo, Photo]) =>
  photos.some(test);

const turn = ({ yawDegrees }: Photo) => Math.abs(yawDegrees);

const classes: readonly Class[] = [
  {
    name: 'easy',
    description: 'both photos sharp, large enough and turned at most 15 degrees',
    has: (_, photos) =>
      photos.every((photo) => photo.sharpness >= 15 && photo.eyeDistancePx >= 28 && turn(photo) <= 15),
  },
  {
    name: 'blurred',
    description: 'sharpness of one under 15',
    has: isOneOf(({ sharpness }) => sharpness < 15),
  },
  {
    name: 'small',
    description: 'eyes of one at most 28 pixels apart',
    has: isOneOf(({ eyeDistancePx }) => eyeDistancePx <= 28),
  },
  {
    name: 'turned',
    description: 'one turned 25 to 40 degrees to a side',
    has: isOneOf((photo) => turn(photo) > 25 && turn(photo) <= 40),
  },
  {
    name: 'turned-away',
    description: 'one turned more than 40 degrees, which an authentication refuses',
    has: isOneOf((photo) => turn(photo) > 40),
  },
  {
    name: 'up-or-down',
    description: 'the head of one up or down by more than 20 degrees',
    has: isOneOf(({ pitchDegrees }) => Math.abs(pitchDegrees) > 20),
  },
  {
    name: 'ten-years-apart',
    description: 'ten years or more between both, as the column years_apart says',
    has: ({ pair }) => (pair.yearsApart ?? 0) >= 10,
  },
];

/** The rates of each class at a threshold. A pair may be in several; one with a failed photo is in none. */
export function ratesByClass(
  pairs: readonly EvaluatedPair[],
  qualities: ReadonlyMap<string, FaceQuality>,
  threshold: number,
): readonly ClassRates[] {
  return classes.map(({ name, description, has }) => {
    const own = pairs.filter((scored) => {
      const [a, b] = [qualities.get(scored.pair.imageA), qualities.get(scored.pair.imageB)];
      return a !== undefined && b !== undefined && has(scored, [a, b]);
    });
    const genuine = own.filter(({ same }) => same);
    const impostor = own.filter(({ same }) => !same);
    const missed = genuine.filter(({ score }) => score < threshold).length;
    const matched = impostor.filter(({ score }) => score >= threshold).length;
    return {
      name,
      description,
      genuinePairs: genuine.length,
      impostorPairs: impostor.length,
      falseNonMatches: wilson(missed, genuine.length) ?? null,
      falseMatches: wilson(matched, impostor.length) ?? null,
    };
  });
}
