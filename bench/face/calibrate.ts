/**
 * Learns `src/faces/engine/calibration.json`: for each target false match rate the score that gives it among
 * pairs of different people, and the slope of the similarity curve.
 *
 *   node bench/face/calibrate.ts <folder of photos> [--write] [--models <folder of the liveness pack>]
 *
 * The folder holds photos named `<person>_<number>.jpg`, many people with one photo and several with more (Labeled
 * Faces in the Wild is laid out so). People are also split in two halves by a hash of their name: thresholds
 * learnt on one are tried on the other, so that what is printed holds for people the thresholds never saw.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { templateModel } from '../../src/faces/engine/compare-templates.ts';
import { createOnnxFaceEngine } from '../../src/faces/engine/index.ts';
import {
  type PairScores,
  rateAtScore,
  readFaceSet,
  type SetPhoto,
  scoreAtRate,
  scorePairs,
} from './read-face-set.ts';

const rates = [1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, models: { type: 'string' } },
});
const { models: modelsDir } = flags;
const [folder] = positionals;
if (folder === undefined) throw new Error('Usage: node bench/face/calibrate.ts <folder of photos> [--write]');

const engine = createOnnxFaceEngine({
  dataDir: join(tmpdir(), 'confere-calibration'),
  secondFaceRatio: Number.POSITIVE_INFINITY,
  minEyeDistancePx: 0,
  minSharpness: 0,
  timeoutMs: 120_000,
  ...(modelsDir !== undefined && { modelsDir }),
});
const { photos, refused } = await readFaceSet(engine, folder);
console.log(`${photos.length} photos of ${new Set(photos.map(({ person }) => person)).size} people`);
console.log(`${refused.length} refused: ${refused.map(({ file, code }) => `${file} ${code}`).join(', ')}`);

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
console.log(`${percent(dead / photos.length)} not alive to ${engine.describe().livenessEngine}`);

const half = (person: string) => (createHash('sha256').update(`half ${person}`).digest()[0] as number) % 2;
const [first, second] = [0, 1].map((which) =>
  scorePairs(
    engine,
    photos.filter(({ person }) => half(person) === which),
  ),
) as [PairScores, PairScores];
const all = scorePairs(engine, photos);
await engine.close();

console.log(`${all.genuine.length} pairs of the same person, ${all.impostor.length} of different people`);
console.log(
  'rate wanted: threshold of all pairs, true matches | learnt on one half, measured on the other, both ways',
);
for (const rate of rates) {
  const threshold = scoreAtRate(all.impostor, rate);
  const crossed = [
    { learnt: first, tried: second },
    { learnt: second, tried: first },
  ].map(({ learnt, tried }) => {
    const score = scoreAtRate(learnt.impostor, rate);
    const [falseRate, trueRate] = [rateAtScore(tried.impostor, score), rateAtScore(tried.genuine, score)];
    return `false ${falseRate.toExponential(1)} true ${percent(trueRate)}`;
  });
  const row = [
    rate.toExponential(0),
    threshold.toFixed(4),
    percent(rateAtScore(all.genuine, threshold)),
    ...crossed,
  ];
  console.log(row.join(' | '));
}

const calibration = {
  templateModel,
  learntOn: `${photos.length} photos, ${all.impostor.length} pairs of different people`,
  falseMatchRates: rates.map((falseMatchRate) => ({
    falseMatchRate,
    score: Number(scoreAtRate(all.impostor, falseMatchRate).toFixed(5)),
  })),
  logOddsPerScore: Number(logisticSlope(all).toFixed(2)),
};
console.log(JSON.stringify(calibration, null, 2));
if (flags.write) {
  const target = new URL('../../src/faces/engine/calibration.json', import.meta.url);
  await writeFile(target, `${JSON.stringify(calibration, null, 2)}\n`);
}

/** Slope of the logistic regression of "same person" on the score, both classes weighing the same. */
function logisticSlope({ genuine, impostor }: PairScores): number {
  const step = Math.max(1, Math.floor(impostor.length / 50_000));
  const sample = impostor.filter((_, index) => index % step === 0);
  let [slope, bias] = [10, -2];
  for (let round = 0; round < 50; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0];
    for (const [scores, label] of [
      [genuine, 1],
      [sample, 0],
    ] as const) {
      const weight = 1 / scores.length;
      for (const score of scores) {
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

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
