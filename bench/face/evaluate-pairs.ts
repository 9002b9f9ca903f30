/**
 * How many labelled pairs the engine decides rightly at each target false match rate.
 *
 *   node bench/face/evaluate-pairs.ts <folder with photos and pairs.csv>
 *
 * `pairs.csv` has the columns image_a, image_b, same_person (true or false).
 */
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scoreThresholdFor } from '../../src/faces/engine/compare-templates.ts';
import { createOnnxFaceEngine } from '../../src/faces/engine/index.ts';
import type { FaceAnalysis } from '../../src/faces/face-engine.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node bench/face/evaluate-pairs.ts <folder with pairs.csv>');

const rows = (await readFile(join(folder, 'pairs.csv'), 'utf8')).trim().split('\n').slice(1);
const engine = createOnnxFaceEngine({
  dataDir: join(tmpdir(), 'confere-calibration'),
  secondFaceRatio: Number.POSITIVE_INFINITY,
  minEyeDistancePx: 0,
  minSharpness: 0,
  timeoutMs: 120_000,
});
const analyses = new Map<string, Promise<FaceAnalysis>>();
const analysisOf = (file: string) => {
  const known = analyses.get(file) ?? readFile(join(folder, file)).then((photo) => engine.analyse(photo));
  analyses.set(file, known);
  return known;
};
const pairs: { score: number; same: boolean }[] = [];
for (const row of rows) {
  const [a = '', b = '', same] = row.trim().split(',');
  const [first, second] = await Promise.all([analysisOf(a), analysisOf(b)]);
  pairs.push({ score: engine.compare(first.template, second.template).score, same: same === 'true' });
}
await engine.close();

const same = pairs.filter((pair) => pair.same).map(({ score }) => score);
const different = pairs.filter((pair) => !pair.same).map(({ score }) => score);
console.log(`${same.length} pairs of the same person, scores from ${Math.min(...same).toFixed(3)}`);
console.log(
  `${different.length} pairs of different people, scores up to ${Math.max(...different).toFixed(3)}`,
);
for (const rate of [1e-2, 1e-3, 1e-4, 1e-5]) {
  const threshold = scoreThresholdFor(rate);
  const found = same.filter((score) => score >= threshold).length;
  const wrong = different.filter((score) => score >= threshold).length;
  console.log(
    `at ${rate}: ${found} of ${same.length} found, ${wrong} of ${different.length} wrongly matched`,
  );
}
