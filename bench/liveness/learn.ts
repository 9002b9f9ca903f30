/**
 * Learns `src/faces/engine/liveness/cue-model.json` from what `collect.ts` described, and reports error rates.
 *
 *   node bench/liveness/learn.ts FILE.jsonl... [--bpcer 0.01] [--ridge 0.003] [--write] [--report OUT.md]
 *
 * Half the people (by a hash of their name) are learnt from, and of their attacks the medium and strong ones only.
 * The threshold is the score that the asked-for share of the genuine photos of those people stays under, in
 * five-fold cross-validation; it is put at a probability of 0.5. All rates printed are of the other half.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { applyLogistic, type Example, fitLogistic, type LogisticModel } from '../quality/fit-logistic.ts';
import type { CollectedSample } from './collect.ts';
import { type JudgedSample, renderRates } from './render-rates.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bpcer: { type: 'string', default: '0.01' },
    ridge: { type: 'string', default: '0.003' },
    drop: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const samples: CollectedSample[] = [];
for (const file of positionals) {
  for (const line of (await readFile(file, 'utf8')).trimEnd().split('\n')) samples.push(JSON.parse(line));
}
const dropped = new Set(flags.drop.split(',').filter(Boolean).map(Number));
const isGenuine = ({ kind }: CollectedSample) => kind === 'genuine';
const bucket = ({ person }: CollectedSample) =>
  createHash('sha256').update(`live ${person}`).digest()[0] as number;
const isLearnt = (sample: CollectedSample) => bucket(sample) % 2 === 0 && sample.variant !== 'weak';
const learnt = samples.filter(isLearnt);
const others = samples.filter((sample) => bucket(sample) % 2 === 1);

const folds = 5;
const foldOf = (sample: CollectedSample) => Math.floor(bucket(sample) / 2) % folds;
const crossScores: number[] = [];
for (let fold = 0; fold < folds; fold++) {
  const model = fit(learnt.filter((sample) => foldOf(sample) !== fold));
  for (const sample of learnt) {
    if (isGenuine(sample) && foldOf(sample) === fold) crossScores.push(scoreOf(model, sample));
  }
}
const threshold = quantile(crossScores, Number(flags.bpcer));
const plain = fit(learnt);
const model = { weights: plain.weights, bias: Number((plain.bias - threshold).toPrecision(5)) };
console.log(
  `${learnt.length} samples learnt from, threshold at ${threshold.toFixed(2)} before it is put at 0`,
);

const judged = others.map(
  (sample): JudgedSample => ({ ...sample, probability: probabilityOf(model, sample) }),
);
const text = renderRates('default', judged, 0.5);
console.log(text);
let report = text;
const withNetworks = samples.filter(({ minifasnet }) => minifasnet !== undefined);
if (withNetworks.length === samples.length) {
  const at = quantile(
    samples
      .filter((sample) => isGenuine(sample) && bucket(sample) % 2 === 0)
      .map((sample) => sample.minifasnet as number),
    0.05,
  );
  console.log(`MiniFASNet: ${at.toFixed(3)} is what 5 % of the genuine photos of learnt people stay under`);
  for (const threshold of [0.3, 0.5]) {
    const text = renderRates(
      `minifasnet at ${threshold}`,
      others.map((sample): JudgedSample => ({ ...sample, probability: sample.minifasnet as number })),
      threshold,
    );
    console.log(text);
    report += `\n${text}`;
  }
}
if (flags.report !== undefined) await writeFile(flags.report, report);
if (flags.write) {
  const target = new URL('../../src/faces/engine/liveness/cue-model.json', import.meta.url);
  await writeFile(target, `${JSON.stringify(model)}\n`);
}

/** Genuine photos as they are, changed and by the simulated camera weigh alike, and so do species of attack. */
function fit(list: readonly CollectedSample[]): LogisticModel {
  const group = (sample: CollectedSample) => (isGenuine(sample) ? sample.variant : sample.kind);
  const counts = new Map<string, number>();
  for (const sample of list) counts.set(group(sample), (counts.get(group(sample)) ?? 0) + 1);
  return fitLogistic(
    list.map(
      (sample): Example => ({
        features: featuresOf(sample),
        label: isGenuine(sample) ? 1 : 0,
        weight: 1 / (counts.get(group(sample)) as number),
      }),
    ),
    Number(flags.ridge),
  );
}

function featuresOf({ features }: CollectedSample): Float32Array {
  return Float32Array.from(features, (value, i) => (dropped.has(i) ? 0 : value));
}

function scoreOf({ weights, bias }: LogisticModel, sample: CollectedSample): number {
  const features = featuresOf(sample);
  return weights.reduce((sum, weight, i) => sum + weight * (features[i] as number), bias);
}

function probabilityOf(model: LogisticModel, sample: CollectedSample): number {
  return applyLogistic(model, featuresOf(sample));
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * sorted.length)] as number;
}
