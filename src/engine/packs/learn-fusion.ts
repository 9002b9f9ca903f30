import { createHash } from 'node:crypto';
import { type EmbeddedPhoto, type MeasuredScores, productOf } from './measure-scores.ts';
import type { FusionTable } from './packs-folder.ts';
import { ScoreHistogram } from './score-histogram.ts';

type LearntFusion = Pick<FusionTable, 'weights' | 'shares' | 'leftOut'>;

/** Weights of the pack that are tried, least first: of equal ones the least is taken. */
const triedWeights = Array.from({ length: 11 }, (_, step) => step / 10);
const shownRates = [1e-2, 1e-3, 1e-4, 1e-5];
/** Rates whose missed pairs the weights are to make few. */
const learntRates = [1e-3, 1e-4, 1e-5];
const fewestFalseMatches = 10;
const splits = ['half', 'second', 'third', 'fourth'];

/** Scores at each tried weight. */
type Tried = readonly MeasuredScores[];

/**
 * Learns by which weights the scores of the default network (`vectors[0]`) and of a pack (`vectors[1]`) miss the fewest
 * pairs of one person. Also tried with people left out: weights and thresholds of half the people on the other half,
 * both ways, four splits by a hash of the names.
 *
 * See docs/decisions/0169.
 */
export async function learnFusion(
  photos: readonly EmbeddedPhoto[],
  alone: readonly [MeasuredScores, MeasuredScores],
  signal?: AbortSignal,
): Promise<LearntFusion> {
  const deviations = alone.map(({ impostor }) => Math.sqrt(impostor.moments().variance)) as [number, number];
  const shares = triedWeights.map((pack) => sharesOf({ default: 1 - pack, pack }, deviations));
  const halves = new Map(
    [...new Set(photos.map(({ person }) => person))].map((person) => [person, splits.map(halfOf(person))]),
  );
  const all = emptyScores();
  const halved = splits.map(() => [emptyScores(), emptyScores()] as const);
  for (const [index, a] of photos.entries()) {
    signal?.throwIfAborted();
    const own = halves.get(a.person) as number[];
    for (let other = index + 1; other < photos.length; other++) {
      const b = photos[other] as EmbeddedPhoto;
      const others = halves.get(b.person) as number[];
      const kind = a.person === b.person ? 'genuine' : 'impostor';
      const [first, second] = [0, 1].map((which) =>
        productOf(a.vectors[which] as Float32Array, b.vectors[which] as Float32Array),
      ) as [number, number];
      for (const [step, share] of shares.entries()) {
        const score = share.default * first + share.pack * second;
        (all[step] as MeasuredScores)[kind].add(score);
        for (const [split, both] of halved.entries()) {
          const half = own[split] as 0 | 1;
          if (half === others[split]) (both[half][step] as MeasuredScores)[kind].add(score);
        }
      }
    }
    if (index % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const best = bestStep(all);
  const pack = triedWeights[best] as number;
  return {
    weights: { default: 1 - pack, pack },
    shares: shares[best] as LearntFusion['shares'],
    leftOut: tryOnLeftOut(halved),
  };
}

/** The product of two fused vectors is the fused score. */
export function fuseVectors(photo: EmbeddedPhoto, shares: LearntFusion['shares']): EmbeddedPhoto {
  const factors = [Math.sqrt(shares.default), Math.sqrt(shares.pack)];
  const [first, second] = photo.vectors as [Float32Array, Float32Array];
  const fused = new Float32Array(first.length + second.length);
  fused.set(first.map((value) => value * (factors[0] as number)));
  fused.set(
    second.map((value) => value * (factors[1] as number)),
    first.length,
  );
  return { person: photo.person, vectors: [fused] };
}

function sharesOf(weights: LearntFusion['weights'], [first, second]: readonly [number, number]) {
  const sum = weights.default / first + weights.pack / second;
  const pack = weights.pack / second / sum;
  return { default: 1 - pack, pack };
}

function halfOf(person: string): (split: string) => number {
  return (split) => (createHash('sha256').update(`${split} ${person}`).digest()[0] as number) % 2;
}

function emptyScores(): Tried {
  return triedWeights.map(() => ({ genuine: new ScoreHistogram(), impostor: new ScoreHistogram() }));
}

function bestStep(tried: Tried): number {
  const rates = learntRates.filter(
    (rate) => rate * (tried[0] as MeasuredScores).impostor.total >= fewestFalseMatches,
  );
  const missed = tried.map(({ genuine, impostor }) =>
    (rates.length === 0 ? [1e-2] : rates).reduce(
      (sum, rate) => sum + genuine.shareUnder(impostor.scoreReachedBy(rate * impostor.total)),
      0,
    ),
  );
  return missed.indexOf(Math.min(...missed));
}

function tryOnLeftOut(halved: readonly (readonly [Tried, Tried])[]): LearntFusion['leftOut'] {
  const directions = halved
    .flatMap(([a, b]) => [
      { learnt: a, other: b },
      { learnt: b, other: a },
    ])
    .filter(({ learnt, other }) => [learnt, other].every((tried) => hasPairs(tried[0] as MeasuredScores)));
  if (directions.length === 0) return [];
  return shownRates
    .filter((rate) =>
      directions.every(({ learnt }) => (learnt[0] as MeasuredScores).impostor.total * rate >= 1),
    )
    .map((falseMatchRate) => {
      const outcomes = directions.map(({ learnt, other }) => {
        const at = (step: number) => {
          const { impostor } = learnt[step] as MeasuredScores;
          const score = impostor.scoreReachedBy(falseMatchRate * impostor.total);
          const tried = other[step] as MeasuredScores;
          return { had: 1 - tried.impostor.shareUnder(score), missed: tried.genuine.shareUnder(score) };
        };
        const both = at(bestStep(learnt));
        return { ...both, byDefault: at(0).missed, byPack: at(triedWeights.length - 1).missed };
      });
      return {
        falseMatchRate,
        had: spreadOf(outcomes.map(({ had }) => had)),
        missed: spreadOf(outcomes.map(({ missed }) => missed)),
        missedByDefault: spreadOf(outcomes.map(({ byDefault }) => byDefault)),
        missedByPack: spreadOf(outcomes.map(({ byPack }) => byPack)),
      };
    });
}

function hasPairs({ genuine, impostor }: MeasuredScores): boolean {
  return genuine.total > 0 && impostor.total > 0;
}

function spreadOf(values: readonly number[]): LearntFusion['leftOut'][number]['had'] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, least: Math.min(...values), most: Math.max(...values) };
}
