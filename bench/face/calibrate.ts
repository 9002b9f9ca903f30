/**
 * Learns `src/engine/calibration.json`: for each target false match rate the score that gives it among
 * pairs of different people, and the slope of the similarity curve; and prints how well people are told apart.
 *
 *   node bench/face/calibrate.ts <folder of photos> [--write] [--plot <file.svg>] [--models <folder of the liveness pack>]
 *
 * The folder holds photos named `<person>_<number>.jpg`, many people with one photo and several with more (Labeled
 * Faces in the Wild is laid out so).
 *
 * The table is made of all pairs. Whether it holds for others is printed beside it: thresholds of half the people, tried
 * on the other half, split by a hash of their name several times.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawEvaluation } from '../../src/engine/evaluation/draw-evaluation.ts';
import { defaultFaceTemplates } from '../../src/engine/face-template.ts';
import { dotOf, rateAtScore, readFaceSet, type SetPhoto, scoreAtRate, valuesOf } from './read-face-set.ts';

const rates = [1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5];
const splits = ['half', 'second', 'third', 'fourth'];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    plot: { type: 'string' },
    models: { type: 'string' },
  },
});
const { models: modelsDir } = flags;
const { templateModel } = defaultFaceTemplates;
const [folder] = positionals;
if (folder === undefined) throw new Error('Usage: node bench/face/calibrate.ts <folder of photos> [--write]');

const { photos, refused, livenessEngine } = await readFaceSet(folder, { modelsDir });
const people = new Set(photos.map(({ person }) => person));
console.log(`${photos.length} photos of ${people.size} people`);
console.log(`${refused.length} refused: ${refused.map(({ file, code }) => `${file} ${code}`).join(', ')}`);
printQuantiles();

/** Scores within one group of people, ascending, and those of the same person by person. */
type Scores = {
  readonly genuine: Float64Array;
  readonly impostor: Float64Array;
  readonly byPerson: ReadonlyMap<string, readonly number[]>;
};

const faces = photos.map((photo) => ({ person: photo.person, values: valuesOf(photo) }));
const halfOf = (person: string, split: string) =>
  (createHash('sha256').update(`${split} ${person}`).digest()[0] as number) % 2;
const all = scoreWithin(faces);

console.log('false match rate | score | same person not matched, interval of 95 % over people');
const scores = rates.map((rate) => scoreAtRate(all.impostor, rate));
for (const [index, rate] of rates.entries()) {
  const missed = missedShare(scores[index] as number);
  console.log(
    `${rate} | ${scores[index]?.toFixed(4)} | ${percent(missed.share)}, ${percent(missed.low)} to ${percent(missed.high)}`,
  );
}
printTransfer();
await printGroups();

const logOddsPerScore = Number(logisticSlope(all).toFixed(2));
const calibration = {
  templateModel,
  learntOn: `${photos.length} photos, ${all.impostor.length} pairs of different people`,
  falseMatchRates: rates.map((falseMatchRate, index) => ({
    falseMatchRate,
    score: Number((scores[index] as number).toFixed(5)),
  })),
  logOddsPerScore,
};
console.log(JSON.stringify(calibration, null, 2));
if (flags.write) {
  const target = new URL('../../src/engine/calibration.json', import.meta.url);
  await writeFile(target, `${JSON.stringify(calibration, null, 2)}\n`);
}
if (flags.plot !== undefined) {
  await writeFile(flags.plot, drawEvaluation(all, scores[rates.indexOf(1e-4)] as number));
}

/** All pairs of some faces. */
function scoreWithin(tried: typeof faces): Scores {
  const impostor = new Float64Array((tried.length * (tried.length - 1)) / 2);
  const byPerson = new Map<string, number[]>();
  let count = 0;
  for (const [index, a] of tried.entries()) {
    for (let other = index + 1; other < tried.length; other++) {
      const b = tried[other] as (typeof tried)[number];
      const score = dotOf(a.values, b.values);
      if (a.person === b.person) byPerson.set(a.person, [...(byPerson.get(a.person) ?? []), score]);
      else impostor[count++] = score;
    }
  }
  const genuine = Float64Array.from([...byPerson.values()].flat()).sort();
  return { genuine, impostor: impostor.slice(0, count).sort(), byPerson };
}

/**
 * The share of pairs of one person under a score. The interval is that of drawing people anew: pairs of one person fail
 * together.
 */
function missedShare(threshold: number): { share: number; low: number; high: number } {
  const figures = [...all.byPerson.values()].map((own) => ({
    missed: own.filter((score) => score < threshold).length,
    pairs: own.length,
  }));
  const shareOf = (drawn: typeof figures) =>
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

/** Thresholds of half the people, tried on the other half. */
function printTransfer(): void {
  const tried = splits.flatMap((split) => {
    const [a, b] = [0, 1].map((half) =>
      scoreWithin(faces.filter(({ person }) => halfOf(person, split) === half)),
    ) as [Scores, Scores];
    return [
      [a, b],
      [b, a],
    ] as const;
  });
  console.log(
    'false match rate wanted | had by the other half: mean, least, most | missed: mean, least, most',
  );
  for (const rate of [1e-2, 1e-3, 1e-4, 1e-5]) {
    const had = tried.map(([learnt, other]) =>
      rateAtScore(other.impostor, scoreAtRate(learnt.impostor, rate)),
    );
    const missed = tried.map(
      ([learnt, other]) => 1 - rateAtScore(other.genuine, scoreAtRate(learnt.impostor, rate)),
    );
    const spread = (values: readonly number[]) => [mean(values), Math.min(...values), Math.max(...values)];
    const rateText = spread(had).map((figure) => figure.toExponential(1));
    console.log(`${rate} | ${rateText.join(', ')} | ${spread(missed).map(percent).join(', ')}`);
  }
}

/** Impostors of one group of people, as `groups.csv` beside the photos names them (`person,group`). */
async function printGroups(): Promise<void> {
  const text = await readFile(join(folder as string, 'groups.csv'), 'utf8').catch(() => '');
  const groupOf = new Map(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',') as [string, string]),
  );
  for (const group of new Set(groupOf.values())) {
    const members = faces.filter(({ person }) => groupOf.get(person) === group);
    const { impostor } = scoreWithin(members);
    const had = [1e-2, 1e-3, 1e-4].map((rate) => {
      const score = scores[rates.indexOf(rate)] as number;
      return `${rateAtScore(impostor, score).toExponential(1)} where ${rate} is promised`;
    });
    console.log(`${group}, ${members.length} photos, ${impostor.length} pairs: ${had.join(', ')}`);
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
