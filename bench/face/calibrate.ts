/**
 * Learns `src/faces/engine/calibration.json`: for each target false match rate the score that gives it among
 * pairs of different people, and the slope of the similarity curve; and prints how well people are told apart.
 *
 *   node bench/face/calibrate.ts <folder of photos> [--write] [--plot <file.svg>] [--models <folder of the liveness pack>]
 *
 * The folder holds photos named `<person>_<number>.jpg`, many people with one photo and several with more (Labeled
 * Faces in the Wild is laid out so).
 *
 * The engine's cohort is made of such photos, and whoever is in it seems more ordinary than they are. So nobody is
 * scored with a cohort that they are in: people are split in halves by a hash of their name, several times, and the
 * pairs within each half are scored with a cohort made of the other half. The engine's is as large as those.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ordinarinessWeight, templateModel } from '../../src/faces/engine/compare-templates.ts';
import { nearestFaces } from '../../src/faces/engine/impostor-cohort.ts';
import { drawEvaluation } from '../../src/faces/evaluation/index.ts';
import { mixCohort, thinCohort } from './mix-cohort.ts';
import { dotOf, rateAtScore, readFaceSet, type SetPhoto, scoreAtRate, valuesOf } from './read-face-set.ts';

const rates = [1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5];
const splits = ['half', 'second', 'third', 'fourth'];
const cohortFaces = 768;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    plot: { type: 'string' },
    models: { type: 'string' },
  },
});
const { models: modelsDir } = flags;
const [folder] = positionals;
if (folder === undefined) throw new Error('Usage: node bench/face/calibrate.ts <folder of photos> [--write]');

const { photos, refused, livenessEngine } = await readFaceSet(folder, modelsDir);
const people = new Set(photos.map(({ person }) => person));
console.log(`${photos.length} photos of ${people.size} people`);
console.log(`${refused.length} refused: ${refused.map(({ file, code }) => `${file} ${code}`).join(', ')}`);
printQuantiles();

/** A photo as it is scored. */
type Scored = { readonly person: string; readonly values: Float32Array; readonly ordinariness: number };
/** Scores within one group of people, ascending, and those of the same person by person. */
type Scores = {
  readonly genuine: Float64Array;
  readonly impostor: Float64Array;
  readonly byPerson: ReadonlyMap<string, readonly number[]>;
};

const all = photos.map((photo) => ({ person: photo.person, values: valuesOf(photo) }));
const groupOf = (person: string, split: string, groups: number) =>
  (createHash('sha256').update(`${split} ${person}`).digest()[0] as number) % groups;
const halves: Scores[] = splits.flatMap((split) =>
  [0, 1].map((half) =>
    scoreWithin(
      all.filter(({ person }) => groupOf(person, split, 2) === half),
      all.filter(({ person }) => groupOf(person, split, 2) !== half),
    ),
  ),
);

console.log('false match rate | score | same person not matched, interval of 95 % over people');
const scores = rates.map((rate) => mean(halves.map(({ impostor }) => scoreAtRate(impostor, rate))));
for (const [index, rate] of rates.entries()) {
  const missed = missedShare(rate);
  console.log(
    `${rate} | ${scores[index]?.toFixed(4)} | ${percent(missed.share)}, ${percent(missed.low)} to ${percent(missed.high)}`,
  );
}
printTransfer();

const logOddsPerScore = Number(mean(halves.map(logisticSlope)).toFixed(2));
const calibration = {
  templateModel,
  learntOn: `${photos.length} photos, ${halves[0]?.impostor.length} + ${halves[1]?.impostor.length} pairs of different people, ${splits.length} splits`,
  falseMatchRates: rates.map((falseMatchRate, index) => ({
    falseMatchRate,
    score: Number((scores[index] as number).toFixed(5)),
  })),
  logOddsPerScore,
};
console.log(JSON.stringify(calibration, null, 2));
if (flags.write) {
  const target = new URL('../../src/faces/engine/calibration.json', import.meta.url);
  await writeFile(target, `${JSON.stringify(calibration, null, 2)}\n`);
}
if (flags.plot !== undefined) {
  const [first, second] = halves as [Scores, Scores, ...Scores[]];
  const joined = (kind: 'genuine' | 'impostor') =>
    Float64Array.from([...first[kind], ...second[kind]]).sort();
  const sets = { genuine: joined('genuine'), impostor: joined('impostor') };
  await writeFile(flags.plot, drawEvaluation(sets, scores[rates.indexOf(1e-4)] as number));
}

/** All pairs of the tried photos, scored with a cohort of the others. */
function scoreWithin(tried: typeof all, others: typeof all): Scores {
  const cohort = thinCohort(mixCohort(others), cohortFaces);
  const scored: Scored[] = tried.map((photo) => {
    const nearest = Float64Array.from(cohort, (face) => dotOf(photo.values, face)).sort();
    return { ...photo, ordinariness: mean([...nearest.subarray(-nearestFaces)]) };
  });
  const impostor = new Float64Array((scored.length * (scored.length - 1)) / 2);
  const byPerson = new Map<string, number[]>();
  let count = 0;
  for (const [index, a] of scored.entries()) {
    for (let other = index + 1; other < scored.length; other++) {
      const b = scored[other] as Scored;
      const ordinariness = (a.ordinariness + b.ordinariness) / 2;
      const score = dotOf(a.values, b.values) - ordinarinessWeight * ordinariness;
      if (a.person === b.person) byPerson.set(a.person, [...(byPerson.get(a.person) ?? []), score]);
      else impostor[count++] = score;
    }
  }
  const genuine = Float64Array.from([...byPerson.values()].flat()).sort();
  return { genuine, impostor: impostor.slice(0, count).sort(), byPerson };
}

/**
 * The share of pairs of one person under the score that gives the rate in their own half, over all splits. The
 * interval is that of drawing people anew: pairs of one person fail together.
 */
function missedShare(rate: number): { share: number; low: number; high: number } {
  const counts = new Map<string, { missed: number; pairs: number }>();
  for (const { impostor, byPerson } of halves) {
    const threshold = scoreAtRate(impostor, rate);
    for (const [person, own] of byPerson) {
      const before = counts.get(person) ?? { missed: 0, pairs: 0 };
      const missed = own.filter((score) => score < threshold).length;
      counts.set(person, { missed: before.missed + missed, pairs: before.pairs + own.length });
    }
  }
  const figures = [...counts.values()];
  const shareOf = (drawn: readonly { missed: number; pairs: number }[]) =>
    drawn.reduce((sum, { missed }) => sum + missed, 0) / drawn.reduce((sum, { pairs }) => sum + pairs, 0);
  let state = 12345;
  // A fixed sequence (Numerical Recipes' generator), so that two runs print the same.
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const drawn = Array.from({ length: 2000 }, () =>
    shareOf(figures.map(() => figures[Math.floor(next() * figures.length)] ?? { missed: 0, pairs: 0 })),
  ).sort((a, b) => a - b);
  return { share: shareOf(figures), low: drawn[50] as number, high: drawn[1949] as number };
}

/** Cohort from one third of the people, threshold from another, tried on the last. */
function printTransfer(): void {
  const thirds = [0, 1, 2].map((third) => all.filter(({ person }) => groupOf(person, 'thirds', 3) === third));
  const tried = [0, 1, 2].flatMap((cohort) => {
    const [a, b] = [1, 2].map((step) =>
      scoreWithin(thirds[(cohort + step) % 3] as typeof all, thirds[cohort] as typeof all),
    ) as [Scores, Scores];
    return [
      [a, b],
      [b, a],
    ] as const;
  });
  console.log(
    'false match rate wanted | had by people who were neither in cohort nor threshold: mean, least, most | missed',
  );
  for (const rate of [1e-2, 1e-3, 1e-4]) {
    const had = tried.map(([learnt, other]) =>
      rateAtScore(other.impostor, scoreAtRate(learnt.impostor, rate)),
    );
    const missed = tried.map(
      ([learnt, other]) => 1 - rateAtScore(other.genuine, scoreAtRate(learnt.impostor, rate)),
    );
    const figures = [mean(had), Math.min(...had), Math.max(...had)].map((figure) => figure.toExponential(1));
    console.log(`${rate} | ${figures.join(', ')} | ${percent(mean(missed))}`);
  }
}

function printQuantiles(): void {
  for (const [name, value] of [
    ['sharpness', (photo: SetPhoto) => photo.analysis.quality.sharpness],
    ['eye distance', (photo: SetPhoto) => photo.analysis.quality.eyeDistancePx],
    ['detection score', (photo: SetPhoto) => photo.analysis.quality.detectionScore],
    ['liveness', (photo: SetPhoto) => photo.analysis.liveness.probability],
  ] as const) {
    const values = Float64Array.from(photos, value).sort();
    const quantiles = [0, 0.001, 0.01, 0.05, 0.5].map((share) => {
      const figure = values[Math.floor(share * values.length)] as number;
      return `${percent(share)} ${figure.toFixed(3)}`;
    });
    console.log(`${name}, lowest shares: ${quantiles.join(', ')}`);
  }
  const dead = photos.filter(({ analysis }) => !analysis.liveness.isAlive).length;
  console.log(`${percent(dead / photos.length)} not alive to ${livenessEngine}`);
}

/** Slope of the logistic regression of "same person" on the score, both classes weighing the same. */
function logisticSlope({ genuine, impostor }: Scores): number {
  const step = Math.max(1, Math.floor(impostor.length / 50_000));
  const sample = impostor.filter((_, index) => index % step === 0);
  let [slope, bias] = [10, -4];
  for (let round = 0; round < 50; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0];
    for (const [values, label] of [
      [genuine, 1],
      [sample, 0],
    ] as const) {
      const weight = 1 / values.length;
      for (const score of values) {
        const p = 1 / (1 + Math.exp(-(slope * score + bias)));
        g0 += weight * (label - p);
        g1 += weight * (label - p) * score;
        const h = weight * p * (1 - p);
        h00 += h;
        h01 += h * score;
        h11 += h * score * score;
      }
    }
    const determinant = h00 * h11 - h01 * h01;
    slope += (h00 * g1 - h01 * g0) / determinant;
    bias += (h11 * g0 - h01 * g1) / determinant;
  }
  return slope;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
